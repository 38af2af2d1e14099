"""`picrosser serve`: the page for phones and browsers, and the interface for shortcuts and scripts."""

import sys
from pathlib import Path

from picrosser.cli.inout.report import print_answer, print_message
from picrosser.cli.options import Options
from picrosser.errors import UsageError, require


def serve(
    options: Options, *, host: str, port: int, lan: bool, https: str, cert: str, key: str, workers: int
) -> int:
    require("serve", "starlette", "uvicorn", "segno")
    if lan and host:
        raise UsageError("--lan finds the address by itself", "give --host or --lan")
    if options.time_limit_s is None:
        raise UsageError("a server needs a time limit", "give --time-limit in seconds")
    if bool(cert) != bool(key) or (cert and https):
        raise UsageError("a certificate needs its key", "give --cert and --key, or --https alone")
    from picrosser.serving import certificates, server

    host = server.network_address() if lan else host or "127.0.0.1"
    certificate = certificates.given_certificate(cert, key) if cert else None
    if https:
        certificate, trusted = certificates.made_certificate(Path(https), host)
        print_message(f"picrosser: phones need to trust {trusted} once; see docs/phone.md")

    def tell(address: str) -> None:
        print_answer(address)
        if sys.stdout.isatty() and "?" in address:
            print_answer(server.qr_code(address))
        print_message("picrosser: serving at this address; Ctrl-C ends it")

    server.serve(host, port, workers, options.time_limit_s, tell, certificate)
    return 0
