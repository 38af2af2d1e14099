"""The command line: the only place that prints and decides exit statuses."""
