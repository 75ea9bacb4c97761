// The pages without a world: the one that asks for a control token, and refusals where no world can be shown.
import { type Html, html } from "../../look/index.ts";
import { pagePrefix } from "./links.ts";
import { pageHead } from "./parts/head.ts";

/** Where a browser signs in, below the prefix of the pages. */
export const signInPath = "/sign-in";

/** Where it signs out. */
export const signOutPath = "/sign-out";

/** Writes a page that shows nothing of any world. */
export function plainPage(title: string, notice: Html | string | undefined, body: Html): string {
  return html`${pageHead(`${title} · Sandbox`)}
<body>
<header class="top"><a class="home" href="${pagePrefix}/">Sandbox</a></header>
<main id="content" tabindex="-1">
<h1>${title}</h1>
<div id="notice" role="status">${notice === undefined ? undefined : html`<p class="notice n-refused">${notice}</p>`}</div>
${body}
</main>
</body>
</html>
`.toString();
}

/** The form that takes a token. @param back The page to show then. */
export function signInForm(back: string): Html {
  return html`<p class="lead">This sandbox is shared. Sign in with a control token; its operator makes one with <code>sandbox tokens create NAME</code>.</p>
<form class="filled" method="post" action="${pagePrefix}${signInPath}">
<input type="hidden" name="back" value="${back}">
<p class="field"><label for="token">Control token</label> <input id="token" name="token" type="password" autocomplete="current-password" required></p>
<button class="main">Sign in</button>
</form>`;
}

/** The form that forgets the token of this browser. */
export function signOutForm(name: string): Html {
  return html`<form method="post" action="${pagePrefix}${signOutPath}"><p>Signed in with the token ${name}. <button>Sign out</button></p></form>`;
}

/** For a token whose worlds are not there yet. */
export const firstWorldForm: Html = html`<p class="lead">This token has no world yet.</p>
<form class="filled" method="post" action="${pagePrefix}/do/createWorld">
<input type="hidden" name="seed" value="demo">
<button class="main">Create a world</button>
</form>`;
