"""Tells the story with the client of openapi-python-client, whose modules are named by the operations."""

import importlib
import json
import os
import pkgutil
import re
import typing
import uuid
from io import BytesIO

import wearable_health_api.api as api
from wearable_health_api import AuthenticatedClient, models
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
    base_url=os.environ["BASE_URL"], token=os.environ["MANAGEMENT_KEY"], prefix="", auth_header_name="X-Management-Key"
)
saved: dict[str, object] = {}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).replace("-", "_").lower()


def argument(value: object, annotation: object) -> object:
    """The value as the signature wants it: ids are UUIDs."""
    if str(value).startswith("$"):
        value = saved[str(value)[1:]]
    if annotation is uuid.UUID or uuid.UUID in typing.get_args(annotation):
        return uuid.UUID(str(value))
    return value


def body_of(step: dict, annotation: object) -> object:
    if "form" in step:
        file = step["form"]["file"]
        part = File(payload=BytesIO(file["text"].encode()), file_name=file["name"], mime_type=file["type"])
        return models.LabReportUpload(file=part)
    model: typing.Any = next(one for one in [annotation, *typing.get_args(annotation)] if hasattr(one, "from_dict"))
    return model.from_dict(step["body"])


def tell(step: dict) -> None:
    operation = step["operation"]
    function = importlib.import_module(MODULES[snake(operation)]).sync_detailed
    annotations = typing.get_type_hints(function)
    given = {**step.get("path", {}), **step.get("query", {}), **step.get("headers", {})}
    arguments = {snake(name): argument(value, annotations[snake(name)]) for name, value in given.items()}
    if "body" in step or "form" in step:
        arguments["body"] = body_of(step, annotations["body"])
    answer = function(client=MANAGEMENT if operation == "listOrganizationTeams" else TEAM, **arguments)
    if answer.status_code != step.get("status", 200) or answer.parsed is None:
        raise RuntimeError(f"The status is {answer.status_code}, and the answer is {answer.parsed}.")
    for name, field in step.get("save", {}).items():
        saved[name] = getattr(answer.parsed, field)


def read(one: dict) -> None:
    getattr(models, one["model"]).from_dict(one["event"])


def report(name: str, act: typing.Callable[[dict], None], given: dict) -> None:
    try:
        act(given)
        print("ok", name, flush=True)
    except Exception as error:  # noqa: BLE001 - whatever the client raises is the result
        print("failed", name, repr(error).replace("\n", " "), flush=True)


for each in json.load(open("story.json")):
    report(each["operation"], tell, each)
for each in json.load(open("events.json")):
    report(f"event {each['model']}", read, each)
