// Ways for a server to be wrong: another answer, or input that is read wrongly, refused or taken by mistake.
import type { Answer, Call, Next, Stages } from "../call.ts";
import { managementKey, teamKey } from "../server.ts";

/** A fault that asks the sandbox something else. */
type Handling = Required<Pick<Stages, "handle">>;

/** Another answer instead of those with a status, or those of a kind. */
export function when(
  which: number | ((answer: Answer, call: Call) => boolean),
  change: Partial<Answer> | ((answer: Answer, call: Call) => Partial<Answer>),
): Stages {
  return {
    answer(answer, call) {
      const isChanged = typeof which === "number" ? answer.status === which : which(answer, call);
      return isChanged ? { ...answer, ...(typeof change === "function" ? change(answer, call) : change) } : answer;
    },
  };
}

/** Another body of an answer with a status. `Body` is the body of the correct server; it may be changed in place. */
export function replies<Body>(status: number, change: (body: Body, call: Call) => unknown): Stages {
  return when(status, ({ body }, call) => ({ body: change(body as Body, call) }));
}

/** Another body of a success. */
export function answers<Body>(change: (body: Body, call: Call) => unknown): Stages {
  return replies(200, change);
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

/** Another list, where there is one. */
export function relists(path: string, change: (items: readonly unknown[], call: Call) => unknown): Stages {
  return sets(path, (value: unknown, call: Call) => (Array.isArray(value) ? change(value, call) : value));
}

/** A body of bytes, by default called JSON. */
export function writes(text: string, contentType = "application/json"): Partial<Answer> {
  return { headers: { "content-type": contentType }, body: Buffer.from(text) };
}

/** A success instead of a refusal, but for that of a credential. */
export function succeeds(isTaken: (call: Call) => boolean, body: object): Stages {
  return when((answer, call) => isRefused(answer) && isTaken(call), { status: 200, body });
}

/** Fails on some calls. */
export function failsWhen(fails: (call: Call, status: number) => boolean): Stages {
  return when(({ status }, call) => fails(call, status), { status: 500, body: { detail: "The server failed." } });
}

/** Is it this value, of this form, or as said? */
type Which = RegExp | number | string | null | ((value: unknown) => boolean);

/** Was nothing sent there? */
export const isMissing: Which = (value) => value === undefined;

/** Was anything sent there? */
export const isGiven: Which = (value) => value !== undefined;

/** Was a text sent there? */
export const isText: Which = (value) => typeof value === "string";

/** Was JSON sent that is an object? */
function isObject({ body }: Call): boolean {
  return typeof body === "object" && body !== null && !Array.isArray(body);
}

/** A value that was sent at a place such as `query size`, `path user_id`, `headers idempotency-key` or `body context`. */
export function sent(call: Call, place: string): unknown {
  const [part = "", name = ""] = place.split(" ");
  return Reflect.get(Object(Reflect.get(call, part)), name);
}

/** Is what was sent at a place as said? */
export function isAt(place: string, which: Which = isGiven): (call: Call) => boolean {
  return (call) => {
    const value = sent(call, place);
    if (typeof which === "function") return which(value);
    return which instanceof RegExp ? which.test(String(value)) : value === which;
  };
}

/** A value at a place instead of the one that was sent, or made of it. */
function puts(place: string, instead: unknown): (call: Call) => Partial<Call> {
  const [part = "", name = ""] = place.split(" ");
  return (call) => {
    const value: unknown = typeof instead === "function" ? instead(sent(call, place)) : instead;
    return { [part]: { ...Object(Reflect.get(call, part)), [name]: value } };
  };
}

/** Takes a value that it should refuse, and reads it as another; without it when that is undefined. */
export function takesAs(place: string, which: Which, instead?: unknown): Stages {
  const isSent = isAt(place, which);
  return takes((call) => (!place.startsWith("body") || isObject(call)) && isSent(call), puts(place, instead));
}

/** Reads a value that it may take as another, by default as none; what it should refuse it refuses. */
export function readsAs(place: string, which: Which, instead?: unknown): Stages {
  const isRead = isAt(place, which);
  return asksAgain(({ status }, call) => status < 300 && isRead(call), puts(place, instead));
}

/** A parameter of the query that is ignored. */
export const ignores = (name: string) => readsAs(`query ${name}`, isGiven);

/** Reads some of several values only. */
export const readsSome = (name: string, from: number, to?: number) =>
  readsAs(`query ${name}`, Array.isArray, (values: readonly unknown[]) => values.slice(from, to));

/** Keeps another value than was sent, before anything is looked at: only what stays valid may be changed so. */
export function keepsAs(place: string, which: Which, instead: unknown): Handling {
  const isKept = isAt(place, which);
  return changes((call) => (isKept(call) ? puts(place, instead)(call) : {}));
}

/** Refuses a value that it should take. */
export function refusesAt(place: string, which?: Which): Stages {
  return refuses(isAt(place, which));
}

/** Fails for a value. */
export function failsAt(place: string, which?: Which): Stages {
  return failsWhen(isAt(place, which));
}

/** Takes input that it should refuse, and reads it as something that it may take. */
export function takes(isTaken: (call: Call) => boolean, change: (call: Call) => Partial<Call>): Stages {
  return asksAgain((answer, call) => isRefused(answer) && isTaken(call), change);
}

/** Asks again, with something changed, when the first answer is one of these. */
export function asksAgain(
  isWrong: (answer: Answer, call: Call) => boolean,
  change: (call: Call) => Partial<Call>,
): Handling {
  return {
    async handle(next, call) {
      const answer = await next(call);
      return isWrong(answer, call) ? next({ ...call, ...change(call) }) : answer;
    },
  };
}

/** Changes a call before anything is looked at: only what stays valid may be changed so. */
export function changes(change: (call: Call) => Partial<Call>): Handling {
  return { handle: (next: Next, call: Call) => next({ ...call, ...change(call) }) };
}

/** Says that it was done, and does nothing: another world does it. */
export const doesNothing = changes(() => ({ isElsewhere: true }));

function isRefused({ status }: Answer): boolean {
  return status >= 400 && status < 500 && status !== 401;
}

/** Refuses input with which nothing is wrong, and does nothing: whether it is right is seen in another world. */
export function refuses(isRefused: (call: Call) => boolean): Handling {
  return {
    async handle(next, call) {
      if (!isRefused(call)) return next(call);
      const answer = await next({ ...call, isElsewhere: true });
      return answer.status < 300 ? { ...answer, status: 422, body: { detail: "It is refused by mistake." } } : answer;
    },
  };
}

/** Lets some callers in, whatever their credential: those who sent a header as said. */
export function letsIn(place: string, which?: Which): Handling {
  const isLetIn = isAt(place, which);
  const keys = { "x-service-api-key": teamKey, "x-management-key": managementKey };
  return changes((call) => (isLetIn(call) ? { headers: { ...call.headers, ...keys } } : {}));
}
