"""What commands share: inputs and outputs, messages, reports, and the loops over several inputs."""
