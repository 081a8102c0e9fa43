"""What the command line prints about an error, in the form of Python's message."""


def in_one_line(stderr: str) -> str:
    """An error as one sentence, the place first, as in Python: ``p1.html: field price: the text is empty. It ...``."""
    what, *rest = stderr.removeprefix("unweave: ").splitlines()
    where = rest.pop(0).removeprefix("Where: ").replace(", field ", ": field ") if rest[0].startswith("Where: ") else ""
    return ". ".join([f"{where}: {what}" if where else what, *rest])
