"""A folder into which pictures come: which are new and complete, and who works on which."""
