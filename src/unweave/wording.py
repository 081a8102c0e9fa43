"""Words for people that all layers use."""


def counted(number: int, noun: str) -> str:
    """A number and its noun, in the plural where needed.

    >>> counted(1, "page"), counted(3120, "character"), counted(0, "record")
    ('1 page', '3,120 characters', '0 records')
    """
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
