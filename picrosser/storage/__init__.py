"""Bytes in and out: files, pipes and object stores, read within limits and written whole or not at all."""
