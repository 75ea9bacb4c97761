"""Tells the story with a generated client: `call.py` of the generator's folder makes each call by the operation's name."""

import json

from call import call

saved: dict[str, object] = {}


def with_saved(part: dict) -> dict:
    return {key: saved[value[1:]] if str(value).startswith("$") else value for key, value in part.items()}


def tell(step: dict) -> None:
    status, answer = call(
        step["operation"],
        {**with_saved(step.get("path", {})), **with_saved(step.get("query", {})), **step.get("headers", {})},
        step.get("body"),
        step.get("form"),
    )
    if status != step.get("status", 200) or answer is None:
        raise RuntimeError(f"The status is {status}, and the answer is {answer}.")
    for name, field in step.get("save", {}).items():
        saved[name] = getattr(answer, field)


for each in json.load(open("story.json")):
    try:
        tell(each)
        print("ok", each["operation"], flush=True)
    except Exception as error:  # noqa: BLE001 - whatever the client raises is the result
        print("failed", each["operation"], repr(error).replace("\n", " "), flush=True)
