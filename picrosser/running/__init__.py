"""What long-running functions are given: a deadline, a listener, silence for chatty C code."""
