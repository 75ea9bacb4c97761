"""Tells the story with a generated client: `call.py` of the generator's folder makes each call by the operation's name."""

import json
import typing

import call as client

saved: dict[str, object] = {}


def with_saved(part: dict) -> dict:
    return {key: saved[value[1:]] if str(value).startswith("$") else value for key, value in part.items()}


def tell(step: dict) -> None:
    status, answer = client.call(
        step["operation"],
        {**with_saved(step.get("path", {})), **with_saved(step.get("query", {})), **step.get("headers", {})},
        step.get("body"),
        step.get("form"),
    )
    if status != step.get("status", 200) or answer is None:
        raise RuntimeError(f"The status is {status}, and the answer is {answer}.")
    for name, field in step.get("save", {}).items():
        saved[name] = getattr(answer, field)


def report(name: str, act: typing.Callable, *given: object) -> None:
    try:
        act(*given)
        print("ok", name, flush=True)
    except Exception as error:  # noqa: BLE001 - whatever the client raises is the result
        print("failed", name, repr(error).replace("\n", " "), flush=True)


for each in json.load(open("story.json")):
    report(each["operation"], tell, each)
# Without models of events a client has none to read
for each in json.load(open("events.json")) if hasattr(client, "read") else []:
    report(f"event {each['model']}", client.read, each["model"], each["event"])
