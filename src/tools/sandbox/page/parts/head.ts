// What each page begins with, up to its body: its title, its theme and its styles.
import { type Html, html } from "../../../look/index.ts";
import { pagePrefix } from "../links.ts";

export function pageHead(title: string): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<script src="${pagePrefix}/page/theme.js"></script>
<link rel="stylesheet" href="${pagePrefix}/page/sandbox.css">
<link rel="icon" href="data:,">
</head>`;
}
