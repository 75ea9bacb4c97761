// The command that goes on in a copy of the world, or in the world that its file made: whatever comes then must be as in the one before.
import fc from "fast-check";
import { type Command, command } from "../command.ts";

export const move: fc.Arbitrary<Command> = fc
  .record({ way: fc.constantFrom("copy" as const, "file" as const) })
  .map((input) => command("move", input, (_, real, { way }) => real.move(way)));
