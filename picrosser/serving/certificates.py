"""The certificate with which the server speaks HTTPS: the user's own, or one that is made for its address.

Phones share pictures with the page, paste, and open it without a network, only where they trust it. The
authority that signs a certificate made here is forgotten at once: nobody can make another one.
"""

import os
import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from picrosser.errors import OutputRefusedError, UsageError, require

VALID = timedelta(days=800)  # iPhones take none that is valid for more than 825 days


class Certificate(NamedTuple):
    """Where a certificate, with those that sign it, and its private key lie, as PEM."""

    chain: Path
    key: Path


def given_certificate(chain: str, key: str) -> Certificate:
    """The user's own; an error if it cannot be read, or if the key is another one's."""
    found = Certificate(Path(chain), Path(key))
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(found.chain, found.key, lambda: "")
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        reason = getattr(error, "reason", None) or error.strerror if isinstance(error, OSError) else error
        words = str(reason or error).replace("_", " ").lower()
        advice = "--cert takes a PEM file with the certificate, --key one with its private key"
        raise UsageError(f"the certificate cannot be used: {words}", advice) from None
    return found


def made_certificate(folder: Path, host: str) -> tuple[Certificate, Path]:
    """The certificate for an address in a folder, and the one that phones are to trust; made if not there.

    Raises MissingExtraError, OutputRefusedError: trustme is missing, or the folder cannot be written.
    """
    name = host.replace(":", "-")
    trusted = folder / f"{name}-trust.pem"
    found = Certificate(folder / f"{name}.pem", folder / f"{name}-key.pem")
    if all(path.exists() for path in (*found, trusted)):
        return given_certificate(str(found.chain), str(found.key)), trusted
    require("serve --https", "trustme")
    import trustme

    authority = trustme.CA(organization_name=f"picrosser at {host}")
    made = authority.issue_cert(host, not_after=datetime.now(UTC) + VALID)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _write(trusted, authority.cert_pem.bytes())
        _write(found.chain, b"".join(blob.bytes() for blob in made.cert_chain_pems))
        _write(found.key, made.private_key_pem.bytes())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise OutputRefusedError(f"cannot write into {folder}: {reason}", "give another folder") from error
    return found, trusted


def _write(path: Path, data: bytes) -> None:
    """Write a file that nobody else may read."""
    path.unlink(missing_ok=True)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
