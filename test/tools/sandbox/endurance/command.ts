// A command of the model: what it is called in a report, when it makes sense, and what it does to the sandbox and to the picture.
import type { AsyncCommand } from "fast-check";
import type { Model } from "./model.ts";
import type { RealWorld } from "./world.ts";

export type Command = AsyncCommand<Model, RealWorld>;

/**
 * Makes a command.
 *
 * @param input Shown in a report, so that it says all that has to be known to repeat it.
 */
export function command<Input extends object>(
  name: string,
  input: Input,
  run: (model: Model, real: RealWorld, input: Input) => Promise<void>,
  check: (model: Readonly<Model>, input: Input) => boolean = () => true,
): Command {
  return {
    check: (model) => check(model, input),
    async run(model, real) {
      real.count(name);
      await run(model, real, input);
    },
    toString: () => `${name}(${JSON.stringify(input)})`,
  };
}

/** One of a list, whatever the number; undefined of an empty list. */
export function chosen<Item>(items: readonly Item[], number: number): Item | undefined {
  return items[number % items.length];
}
