"""Imported before numpy by each worker process: a worker uses one processor.

numpy reads the variable once, when it is imported. The matrix products here are small; threads that wait for
each other would take processor time from the other workers.
"""

from __future__ import annotations

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
