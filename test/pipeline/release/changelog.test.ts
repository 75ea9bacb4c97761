// The changelog: what a person wrote stays, what is generated joins it, and the rest is left alone.
import { describe, expect, test } from "vitest";
import {
  type Changelog,
  type Entry,
  parseChangelog,
  releaseNotes,
  withRelease,
} from "../../../src/pipeline/release/changelog.ts";

const text = `# Changelog

Words.

## [Unreleased]

A word before all.

### Fixed

- A retry too many.
  In two lines.

### Notes

- A heading of our own.

### added

- Written by hand.

## [0.1.0] - 2026-01-31

### Added

- All of it.

[0.1.0]: https://example.com/v0.1.0
`;

function parsed(changelog: string): Changelog {
  const found = parseChangelog(changelog);
  if (found === undefined) throw new Error("There is no unreleased part.");
  return found;
}

const entries: Entry[] = [
  { heading: "Added", text: "A field." },
  { heading: "Breaking", text: "A break." },
  { heading: "Added", text: "Written by hand." },
  { heading: "Added", text: "A field." },
];

test("the release is what was written, then what is generated, by heading", () => {
  expect(releaseNotes(parsed(text).unreleased, entries)).toBe(
    `A word before all.

### Breaking

- A break.

### Added

- Written by hand.
- A field.

### Fixed

- A retry too many.
  In two lines.

### Notes

- A heading of our own.`,
  );
});

test("the headings stand in one order, and what has the same heading twice stands below one", () => {
  const order = ["Breaking", "Deprecated", "Added", "Changed", "Removed", "Fixed", "Security"];
  const written = [...order.toReversed(), "Fixed"].map((heading, index) => `### ${heading}\n\n- ${index}.\n`);
  const notes = releaseNotes(parsed(`## [Unreleased]\n\n${written.join("\n")}`).unreleased, []);
  expect(notes.match(/(?<=^### ).*/gm)).toEqual(order);
  expect(notes).toContain("### Fixed\n\n- 1.\n- 7.\n");
});

test("nothing else changes", () => {
  const released = withRelease(parsed(text), "0.2.0", "2026-02-28", "### Fixed\n\n- A thing.");
  const tail = text.slice(text.indexOf("## [0.1.0]"));
  expect(released).toBe(
    `# Changelog\n\nWords.\n\n## [Unreleased]\n\n## [0.2.0] - 2026-02-28\n\n### Fixed\n\n- A thing.\n\n${tail}`,
  );
  expect(parsed(released).latest).toBe("0.2.0");
  expect(releaseNotes(parsed(released).unreleased, [])).toBe("");
});

test("the first release has nothing below it", () => {
  const first = parsed("# Changelog\n\n## [Unreleased]\n\n- A thing.\n");
  expect(first.latest).toBeUndefined();
  expect(withRelease(first, "0.1.0", "2026-01-31", "- A thing.")).toBe(
    "# Changelog\n\n## [Unreleased]\n\n## [0.1.0] - 2026-01-31\n\n- A thing.\n",
  );
});

describe("the unreleased part", () => {
  test.each(["## [Unreleased]", "## Unreleased", "## [unreleased]  "])("is found under %j", (heading) => {
    expect(parseChangelog(`${heading}\n\n- A thing.\n`)?.unreleased.opening).toBe("- A thing.");
  });

  test.each(["", "# Unreleased\n", "## [Unreleased] soon\n", "### [Unreleased]\n"])(
    "is not found in %j",
    (changelog) => {
      expect(parseChangelog(changelog)).toBeUndefined();
    },
  );

  test("ends at links that stand without a release", () => {
    expect(parseChangelog("## [Unreleased]\n\n[Unreleased]: https://example.com\n")?.after).toBe(
      "[Unreleased]: https://example.com\n",
    );
  });

  test("has no heading without text: an empty one is dropped", () => {
    expect(releaseNotes(parsed("## [Unreleased]\n\n### Added\n\n### Fixed\n\n- A.\n").unreleased, [])).toBe(
      "### Fixed\n\n- A.",
    );
  });
});
