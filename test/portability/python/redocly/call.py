"""Makes a call with the Python client of Redocly's generate-client: its methods are named by the operations."""

import io
import typing

import client as package
from names import API_KEY, BASE_URL, MANAGEMENT_KEY, MANAGEMENT_URL, is_management, snake

TEAM = package.Client(BASE_URL, auth={"apiKey": {"TeamApiKey": API_KEY}})
MANAGEMENT = package.Client(MANAGEMENT_URL, auth={"apiKey": {"ManagementKey": MANAGEMENT_KEY}})
HEADERS = ("Idempotency-Key",)


def call(operation: str, given: dict, body: dict | None, form: dict | None) -> tuple[int, object]:
    method = getattr(MANAGEMENT if is_management(operation) else TEAM, snake(operation))
    hints = typing.get_type_hints(method, vars(package))
    arguments: dict[str, object] = {"headers": {name: given[name] for name in HEADERS if name in given}}
    for name, value in given.items():
        # It numbers a parameter whose name is taken
        numbered = f"{snake(name)}_2"
        if name not in HEADERS:
            arguments[numbered if numbered in hints else snake(name)] = value
    if body is not None:
        arguments["body"] = package.decode(hints["body"], body)
    for part, file in (form or {}).items():
        opened: typing.Any = io.BytesIO(file["text"].encode())
        opened.name = file["name"]  # httpx derives the content type from it
        arguments["body"] = package.LabReportUpload(**{part: opened})  # a file is a `str` in its types
    try:
        return 200, method(**arguments)
    except package.ApiError as error:
        return error.status, error.body


def read(model: str, event: dict) -> object:
    return package.decode(getattr(package, model), event)
