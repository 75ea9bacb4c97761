// The command that goes on in a copy of the world: whatever comes then must be as in the one before.
import fc from "fast-check";
import { type Command, command } from "../command.ts";

export const move: fc.Arbitrary<Command> = fc.constant(command("move", {}, (_, real) => real.move()));
