// The stories of the sandbox: which there are, and a page for each with its steps and a form that plays it.
import type { Story } from "../../../contract/index.ts";
import { html } from "../../../look/index.ts";
import { form } from "../parts/forms.ts";
import { table } from "../parts/lists.ts";
import { type Content, NotThere, type View } from "../view.ts";

export function storiesPage({ control, to }: View): Content {
  const body = html`<p class="lead">Play common situations that a consumer easily handles wrongly.</p>
${table(
  "Stories",
  ["Story", "What happens"],
  storiesIn(control).map(({ id, title, summary }) => ({
    id,
    cells: [html`<a href="${to(`stories/${id}`)}">${title}</a>`, summary],
  })),
  "No stories.",
)}`;
  return { title: "Stories", body };
}

export function storyPage(view: View): Content {
  const story = storiesIn(view.control).find(({ id }) => id === view.id);
  if (story === undefined) throw new NotThere(`The sandbox has no story "${view.id}".`);
  const { id, title, summary, payloads, steps, naive, right } = story;
  const body = html`<p class="lead">${summary}</p>
<ol>${steps.map(({ text }) => html`<li>${text}</li>`)}</ol>
<h2>A naive consumer</h2>
<p>${naive}</p>
<h2>A correct consumer</h2>
<p>${right}</p>
<h2 id="play">Play it</h2>
${form(view, {
  action: "playStory",
  name: "play-story",
  hidden: { story_id: id },
  fields: (field) => [
    field.input("user_id", "User", { hint: "By default a new user." }),
    ...Object.entries(payloads).map(([name, all]) =>
      field.area(name, name === "data" ? "Data" : "Results", "", { hint: `Write a list in JSON: ${all.join("; ")}.` }),
    ),
  ],
  button: "Play the story",
  kind: "main",
})}`;
  return { title, above: { title: "Stories", path: "stories/" }, body };
}

function storiesIn({ document }: View["control"]): readonly Story[] {
  return document["x-stories"] ?? [];
}
