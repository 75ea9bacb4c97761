"""Makes a call with httpx, and reads the answer with the models of datamodel-code-generator, which makes no client."""

import json

import httpx
import models
import pydantic
from names import API_KEY, BASE_URL, MANAGEMENT_KEY, MANAGEMENT_URL, is_management

DOCUMENT = json.load(open("openapi.json"))
OPERATIONS = {
    one["operationId"]: (method, path, one)
    for path, item in DOCUMENT["paths"].items()
    for method, one in item.items()
    if isinstance(one, dict) and "operationId" in one
}


def resolved(one: dict) -> dict:
    if "$ref" not in one:
        return one
    _, kind, group, name = one["$ref"].split("/")
    return DOCUMENT[kind][group][name]


def type_of(schema: dict) -> object:
    if "items" in schema:
        return list[type_of(schema["items"])]  # type: ignore[misc]
    return getattr(models, schema["$ref"].split("/")[-1]) if "$ref" in schema else dict[str, object]


def call(operation: str, given: dict, body: dict | None, form: dict | None) -> tuple[int, object]:
    method, path, described = OPERATIONS[operation]
    places = {one["name"]: one["in"] for one in map(resolved, described.get("parameters", []))}
    placed = {place: {name: given[name] for name in given if places[name] == place} for place in ("path", "query", "header")}
    key = {"X-Management-Key": MANAGEMENT_KEY} if is_management(operation) else {"x-service-api-key": API_KEY}
    sent: dict = {}
    if body is not None:
        schema = described["requestBody"]["content"]["application/json"]["schema"]
        written: pydantic.TypeAdapter = pydantic.TypeAdapter(type_of(schema))
        sent["json"] = written.dump_python(written.validate_python(body), mode="json", exclude_unset=True, by_alias=True)
    if form is not None:
        sent["files"] = {part: (file["name"], file["text"], file["type"]) for part, file in form.items()}
    url = (MANAGEMENT_URL if is_management(operation) else BASE_URL) + path.format(**placed["path"])
    answer = httpx.request(method, url, params=placed["query"], headers={**key, **placed["header"]}, **sent)
    response = resolved(described["responses"][str(answer.status_code)])
    schema = response["content"]["application/json"]["schema"]
    read: pydantic.TypeAdapter = pydantic.TypeAdapter(type_of(schema))
    return answer.status_code, read.validate_python(answer.json())


def read(model: str, event: dict) -> object:
    return getattr(models, model).model_validate(event)
