// The parts of most faults: another body, another status, input that is read wrongly, refused or taken by mistake.
import type { Answer, Call, Next } from "../call.ts";
import { managementKey, teamKey } from "../server.ts";
import type { Stages } from "./wrong-server.ts";

/** Another body of a success. `Body` is what the correct server answers; it may be changed in place. */
export function answers<Body>(change: (body: Body, call: Call) => unknown): Stages {
  return {
    answer: (answer, call) => (answer.status === 200 ? { ...answer, body: change(answer.body as Body, call) } : answer),
  };
}

/**
 * Another value in a success: at a path of fields such as `teams/0/name`, where `*` is each item; without the field when it becomes
 * undefined. What the path does not lead to stays.
 */
export function sets(path: string, change: unknown): Stages {
  const visit = (holder: unknown, [name = "", ...rest]: readonly string[], call: Call): void => {
    if (typeof holder !== "object" || holder === null) return;
    for (const key of name === "*" ? Object.keys(holder) : [name].filter((one) => one in holder)) {
      const value: unknown = Reflect.get(holder, key);
      if (rest.length > 0) {
        visit(value, rest, call);
        continue;
      }
      const next: unknown = typeof change === "function" ? change(value, call) : change;
      if (next === undefined) Reflect.deleteProperty(holder, key);
      else Reflect.set(holder, key, next);
    }
  };
  return answers((body, call) => {
    visit(body, path.split("/"), call);
    return body;
  });
}

/** Another value of a text, where there is one. */
export function rewrites(path: string, change: (text: string) => string): Stages {
  return sets(path, (value: unknown) => (typeof value === "string" ? change(value) : value));
}

/** Another body of an answer with one status. */
export function replies(status: number, change: (body: Record<string, unknown>, call: Call) => unknown): Stages {
  return {
    answer: (answer, call) =>
      answer.status === status ? { ...answer, body: change(Object(answer.body), call) } : answer,
  };
}

/** A success where nothing is found. */
export function finds(body: object): Stages {
  return { answer: (answer) => (answer.status === 404 ? { ...answer, status: 200, body } : answer) };
}

/** Another status than the right one. */
export function answersWith(status: number, instead: number): Stages {
  return { answer: (answer) => (answer.status === instead ? { ...answer, status } : answer) };
}

/** A body of bytes on one status, with a content type of its own perhaps. */
export function answersBytes(status: number, text: string, contentType = "application/json"): Stages {
  return {
    answer: (answer) =>
      answer.status === status
        ? { ...answer, headers: { "content-type": contentType }, body: Buffer.from(text) }
        : answer,
  };
}

/** A success instead of a refusal, but for that of a credential. */
export function succeeds(isTaken: (call: Call, status: number) => boolean, body: object): Stages {
  return {
    answer: (answer, call) =>
      isRefused(answer) && isTaken(call, answer.status) ? { ...answer, status: 200, body } : answer,
  };
}

/** Takes input that it should refuse, and reads it as something that it may take. */
export function takes(isTaken: (call: Call) => boolean, change: (call: Call) => Partial<Call>): Stages {
  return asksAgain((answer, call) => isRefused(answer) && isTaken(call), change);
}

/** Is it this value, of this form, or as said? */
type Which = RegExp | number | string | null | ((value: unknown) => boolean);

function isWhich(which: Which, value: unknown): boolean {
  if (typeof which === "function") return which(value);
  return which instanceof RegExp ? which.test(String(value)) : value === which;
}

/** A value that was sent at a place such as `query size`, `path user_id` or `body context`. */
function valueAt(call: Call, place: string): unknown {
  const [part = "", name = ""] = place.split(" ");
  return Reflect.get(Object(Reflect.get(call, part)), name);
}

/** Takes a value that it should refuse, and reads it as another; without it when that is undefined. */
export function takesAs(place: string, which: Which, instead: unknown): Stages {
  return takes(
    (call) => (!place.startsWith("body") || isObject(call)) && isWhich(which, valueAt(call, place)),
    (call) => withValueAt(call, place, instead),
  );
}

/** Keeps another value than was sent, before anything is looked at: only what stays valid may be changed so. */
export function keepsAs(place: string, which: Which, instead: unknown): Required<Pick<Stages, "handle">> {
  return changes((call) => (isWhich(which, valueAt(call, place)) ? withValueAt(call, place, instead) : {}));
}

/** @param instead The other value, or what makes it of the one that was sent. */
function withValueAt(call: Call, place: string, instead: unknown): Partial<Call> {
  const [part = "", name = ""] = place.split(" ");
  const value: unknown = typeof instead === "function" ? instead(valueAt(call, place)) : instead;
  return { [part]: { ...Object(Reflect.get(call, part)), [name]: value } };
}

/** Refuses a value that it should take. */
export function refusesAt(place: string, which: Which): Stages {
  return refuses((call) => isWhich(which, valueAt(call, place)));
}

/** Fails for a value. */
export function failsAt(place: string, which: Which): Stages {
  return failsWhen((call) => isWhich(which, valueAt(call, place)));
}

/** Was anything sent there? */
export const isGiven: Which = (value) => value !== undefined;

/** Was a text sent there? */
export const isText: Which = (value) => typeof value === "string";

/** Was JSON sent that is an object? */
export function isObject({ body }: Call): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** Reads input that it may take as something else; what it should refuse it refuses. */
export function misreads(change: (call: Call) => Partial<Call>): Stages {
  return asksAgain(({ status }) => status < 300, change);
}

/** Asks again, with something changed, when the first answer is one of these. */
export function asksAgain(
  isWrong: (answer: Answer, call: Call) => boolean,
  change: (call: Call) => Partial<Call>,
): Required<Pick<Stages, "handle">> {
  return {
    async handle(next, call) {
      const answer = await next(call);
      return isWrong(answer, call) ? next({ ...call, ...change(call) }) : answer;
    },
  };
}

/** Changes a call before anything is looked at: only what stays valid may be changed so. */
export function changes(change: (call: Call) => Partial<Call>): Required<Pick<Stages, "handle">> {
  return { handle: (next: Next, call: Call) => next({ ...call, ...change(call) }) };
}

/** Says that it was done, and does nothing: another world does it. */
export const doesNothing = changes(() => ({ isElsewhere: true }));

function isRefused({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 401;
}

/** Refuses input with which nothing is wrong, and does nothing: whether it is right is seen in another world. */
export function refuses(isRefused: (call: Call) => boolean): Required<Pick<Stages, "handle">> {
  return {
    async handle(next, call) {
      if (!isRefused(call)) return next(call);
      const answer = await next({ ...call, isElsewhere: true });
      return answer.status < 300 ? { ...answer, status: 422, body: { detail: "It is refused by mistake." } } : answer;
    },
  };
}

/** Fails on some calls. */
export function failsWhen(fails: (call: Call, status: number) => boolean): Stages {
  return {
    answer: (answer, call) =>
      fails(call, answer.status) ? { ...answer, status: 500, body: { detail: "The server failed." } } : answer,
  };
}

/** Lets some callers in, whatever their credential. */
export function letsIn(isLetIn: (headers: Call["request"]["headers"]) => boolean): Required<Pick<Stages, "handle">> {
  const keys = { "x-service-api-key": teamKey, "x-management-key": managementKey };
  return changes(({ request }) =>
    isLetIn(request.headers) ? { request: { ...request, headers: { ...request.headers, ...keys } } } : {},
  );
}

/** The query without some of its parameters: they are ignored. */
export function ignores(...names: readonly string[]): Stages {
  return misreads(({ query }) => ({
    query: Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name))),
  }));
}

/** A field of a body that was sent; undefined when there is none. */
export function sent(call: Call, name: string): unknown {
  return typeof call.body === "object" && call.body !== null ? Reflect.get(call.body, name) : undefined;
}

/** The list with its first item changed. */
export function first<Item>(items: readonly Item[], change: (item: Item) => unknown): unknown[] {
  return items.map((item, index) => (index === 0 ? change(item) : item));
}

/** The object without a field. */
export function without<Value extends object>(value: Value, name: keyof Value & string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}
