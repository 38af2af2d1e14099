"""What picrosser costs: times as ratios within one run, processor time, memory."""
