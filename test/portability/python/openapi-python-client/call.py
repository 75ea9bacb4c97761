"""Makes a call with the client of openapi-python-client: its modules are named by the operations."""

import importlib
import pkgutil
import typing
import uuid
from io import BytesIO

import wearable_health_api.api as api
from names import API_KEY, BASE_URL, MANAGEMENT_KEY, MANAGEMENT_URL, is_management, snake
from wearable_health_api import AuthenticatedClient, models
from wearable_health_api.types import File

MODULES = {
    name.rsplit(".", 1)[-1]: name
    for _, name, is_package in pkgutil.walk_packages(api.__path__, f"{api.__name__}.")
    if not is_package
}
TEAM = AuthenticatedClient(base_url=BASE_URL, token=API_KEY, prefix="", auth_header_name="x-service-api-key")
MANAGEMENT = AuthenticatedClient(
    base_url=MANAGEMENT_URL, token=MANAGEMENT_KEY, prefix="", auth_header_name="X-Management-Key"
)


def argument(value: object, annotation: object) -> object:
    """The value as the signature wants it: ids are UUIDs."""
    if annotation is uuid.UUID or uuid.UUID in typing.get_args(annotation):
        return uuid.UUID(str(value))
    return value


def body_of(body: dict | None, form: dict | None, annotation: object) -> object:
    if form is not None:
        file = form["file"]
        part = File(payload=BytesIO(file["text"].encode()), file_name=file["name"], mime_type=file["type"])
        return models.LabReportUpload(file=part)
    model = next(one for one in [annotation, *typing.get_args(annotation)] if hasattr(one, "from_dict"))
    return model.from_dict(body)


def call(operation: str, given: dict, body: dict | None, form: dict | None) -> tuple[int, object]:
    function = importlib.import_module(MODULES[snake(operation)]).sync_detailed
    annotations = typing.get_type_hints(function)
    arguments = {snake(name): argument(value, annotations[snake(name)]) for name, value in given.items()}
    if body is not None or form is not None:
        arguments["body"] = body_of(body, form, annotations["body"])
    answer = function(client=MANAGEMENT if is_management(operation) else TEAM, **arguments)
    return answer.status_code, answer.parsed


def read(model: str, event: dict) -> object:
    return getattr(models, model).from_dict(event)
