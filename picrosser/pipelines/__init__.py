"""From a screenshot to its answer, a file for each family: reading, repairing and solving meet here."""
