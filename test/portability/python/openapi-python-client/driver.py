"""Tells the story with the client of openapi-python-client: its modules are named by the operations."""

import importlib
import inspect
import json
import os
import pkgutil
import re
import typing
import uuid
from io import BytesIO

import wearable_health_api.api as api
from wearable_health_api import AuthenticatedClient
from wearable_health_api.models import LabReportUpload
from wearable_health_api.types import File

MODULES = {
    name.rsplit(".", 1)[-1]: name
    for _, name, is_package in pkgutil.walk_packages(api.__path__, f"{api.__name__}.")
    if not is_package
}
TEAM = AuthenticatedClient(
    base_url=os.environ["BASE_URL"], token=os.environ["API_KEY"], prefix="", auth_header_name="x-service-api-key"
)
MANAGEMENT = AuthenticatedClient(
    base_url=os.environ["MANAGEMENT_URL"],
    token=os.environ["MANAGEMENT_KEY"],
    prefix="",
    auth_header_name="X-Management-Key",
)
saved: dict[str, object] = {}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_").lower()


def with_saved(value: object) -> object:
    return saved[value[1:]] if isinstance(value, str) and value.startswith("$") else value


def argument(value: object, annotation: object) -> object:
    """The value as the signature wants it: ids are UUIDs."""
    if annotation is uuid.UUID or uuid.UUID in typing.get_args(annotation):
        return uuid.UUID(str(value))
    return value


def body_of(step: dict, annotation: object) -> object:
    if "form" in step:
        file = step["form"]["file"]
        part = File(payload=BytesIO(file["text"].encode()), file_name=file["name"], mime_type=file["type"])
        return LabReportUpload(file=part)
    model = next(one for one in [annotation, *typing.get_args(annotation)] if hasattr(one, "from_dict"))
    return model.from_dict(step["body"])


def call(step: dict) -> None:
    operation = importlib.import_module(MODULES[snake(step["operation"])]).sync_detailed
    annotations = typing.get_type_hints(operation)
    given = {**step.get("path", {}), **step.get("query", {}), **step.get("headers", {})}
    arguments = {snake(name): argument(with_saved(value), annotations[snake(name)]) for name, value in given.items()}
    if "body" in inspect.signature(operation).parameters and ("body" in step or "form" in step):
        arguments["body"] = body_of(step, annotations["body"])
    client = MANAGEMENT if step["operation"] == "listOrganizationTeams" else TEAM
    answer = operation(client=client, **arguments)
    if answer.status_code != step.get("status", 200) or answer.parsed is None:
        raise RuntimeError(f"The status is {answer.status_code}, and the answer is {answer.parsed}.")
    for name, field in step.get("save", {}).items():
        saved[name] = answer.parsed.to_dict()[field]


for each in json.load(open("story.json")):
    try:
        call(each)
        print("ok", each["operation"], flush=True)
    except Exception as error:  # noqa: BLE001 - whatever the client raises is the result
        print("failed", each["operation"], repr(error), flush=True)
