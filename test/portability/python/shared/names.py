"""What the document calls a thing, as Python clients write it, and where an operation is called with which credential."""

import os
import re


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_").lower()


def is_management(operation: str) -> bool:
    return operation == "listOrganizationTeams"


BASE_URL = os.environ["BASE_URL"]
MANAGEMENT_URL = os.environ["MANAGEMENT_URL"]
API_KEY = os.environ["API_KEY"]
MANAGEMENT_KEY = os.environ["MANAGEMENT_KEY"]
