"""Makes a call with the client of openapi-generator for Python: the methods of its classes are named by the operations."""

import typing

import wearable_health_api as package
from names import API_KEY, BASE_URL, MANAGEMENT_KEY, MANAGEMENT_URL, is_management, snake


def client(url: str, scheme: str, key: str) -> package.ApiClient:
    return package.ApiClient(package.Configuration(host=url, api_key={scheme: key}))


def at_the_address(serialize):
    """An operation with servers of its own, which have variables, would else be called at `{management_url}`."""
    return lambda *given, **named: serialize(*given, **{**named, "_host": None})


TEAM = client(BASE_URL, "TeamApiKey", API_KEY)
MANAGEMENT = client(MANAGEMENT_URL, "ManagementKey", MANAGEMENT_KEY)
MANAGEMENT.param_serialize = at_the_address(MANAGEMENT.param_serialize)  # type: ignore[method-assign]
CLASSES = [getattr(package, name) for name in dir(package) if name.endswith("Api")]


def call(operation: str, given: dict, body: dict | None, form: dict | None) -> tuple[int, object]:
    name = f"{snake(operation)}_with_http_info"
    owner = next(one for one in CLASSES if hasattr(one, name))
    method = getattr(owner(MANAGEMENT if is_management(operation) else TEAM), name)
    arguments = {snake(key): value for key, value in given.items()}
    for part, file in (form or {}).items():
        arguments[part] = (file["name"], file["text"].encode())
    if body is not None:
        # Its parameter is named by the model
        for parameter, annotation in typing.get_type_hints(method).items():
            model = next((one for one in [annotation, *typing.get_args(annotation)] if hasattr(one, "from_dict")), None)
            if model is not None and parameter != "return":
                arguments[parameter] = model.from_dict(body)
                break
    try:
        answer = method(**arguments)
        return answer.status_code, answer.data
    except package.ApiException as error:
        return error.status, error.data


def read(model: str, event: dict) -> object:
    return getattr(package, model).from_dict(event)
