"""The page and the interface over HTTP: pictures come from a browser or a phone, answers go back.

One process speaks HTTP and never decodes a picture; worker processes read and solve, one picture each at a
time. `server` puts the parts together, `routes` says what is answered where.
"""
