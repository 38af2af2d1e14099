"""From a screenshot to its solution, one file per family: combines reading, repairing and solving."""
