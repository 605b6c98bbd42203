"""A server in a process of its own, as the tests of README and of the commands meet it."""

import subprocess
import time
import urllib.error
import urllib.request

PATIENCE = 120
"""Seconds: a busy machine is slow, not wrong."""


def fetch(url: str, server: subprocess.Popen) -> str:
    """Return the page at `url` as soon as the server answers."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            with urllib.request.urlopen(url, timeout=PATIENCE) as answer:
                return answer.read().decode()
        except urllib.error.HTTPError as error:
            raise AssertionError(f"{url} answers {error.code}") from error
        except OSError:  # it does not listen yet
            if time.monotonic() > deadline or server.poll() is not None:
                raise
            time.sleep(0.1)
