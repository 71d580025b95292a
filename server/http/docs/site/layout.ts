import { type Html, html } from '../../html.ts';
import { GROUPS, PAGES, type Page } from './contents.ts';
import type { Rendered } from './render-page.ts';

/** Returns a page of the site. `address` is the installation's. */
export function documentPage({ gathered: { page }, headings, body }: Rendered): Html {
  const places = headings.filter(({ depth }) => depth === 2);
  const contents =
    places.length > 2 &&
    html`<nav class="places" aria-label="On this page"><ul>${places.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul></nav>`;
  return frame(page.title, page, html`<h1>${page.title}</h1>${contents}${body}${neighbours(page)}`);
}

/** Returns the first page: a list of all pages. */
export function startPage(address: string): Html {
  const groups = GROUPS.map(
    ({ title, pages }) =>
      html`<section><h2>${title}</h2><ul class="cards">${pages.map(({ slug, title: name, summary }) => html`<li><a href="/docs/${slug}">${name}</a><p>${summary}</p></li>`)}</ul></section>`,
  );
  return frame(
    'Documentation',
    null,
    html`<h1>Documentation</h1>
<p class="lead">Laurel issues certificates that anyone can verify. Begin with the <a href="/docs/quick-start">quick start</a>, or look an operation up in the <a href="/docs/api">API reference</a>.</p>
<dl class="facts"><div><dt>Address of the API</dt><dd><code>${address}/api/v1</code></dd></div><div><dt>API document (OpenAPI 3.1)</dt><dd><a href="/api/v1/openapi.json">${address}/api/v1/openapi.json</a></dd></div></dl>
${groups}`,
  );
}

/** Returns links to the previous and the next page of the menu. */
function neighbours(page: Page): Html {
  const at = PAGES.indexOf(page);
  const link = (relation: string, label: string, to: Page | undefined) =>
    to ? html`<a rel="${relation}" href="/docs/${to.slug}"><small>${label}</small> ${to.title}</a>` : null;
  return html`<nav class="neighbours" aria-label="Previous and next page">${link('prev', 'Previous', PAGES[at - 1])}${link('next', 'Next', PAGES[at + 1])}</nav>`;
}

const menu = (current: Page | null): Html =>
  html`<ul class="groups">${GROUPS.map(({ title, pages }) => html`<li><p>${title}</p><ul>${pages.map((page) => html`<li>${link(page, page === current)}</li>`)}</ul></li>`)}<li><p>Reference</p><ul><li><a href="/docs/api">API reference</a></li></ul></li></ul>`;

const link = ({ slug, title }: Page, isCurrent: boolean): Html =>
  html`<a href="/docs/${slug}"${isCurrent && html` aria-current="page"`}>${title}</a>`;

/** The menu is in the page twice: beside the text, and folded for narrow screens. Style shows one of them. The script shows the search. */
const frame = (title: string, current: Page | null, body: Html): Html => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Laurel</title><link rel="icon" type="image/svg+xml" href="/laurel.svg"><link rel="stylesheet" href="/docs/site.css"><script type="module" src="/docs/site.js"></script></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="top"><a class="brand" href="/docs"><img src="/laurel.svg" alt="" width="28" height="28">Laurel docs</a>
<form role="search" aria-label="Documentation" hidden><label class="unseen" for="search">Search the documentation</label><input id="search" type="search" placeholder="Search" autocomplete="off" spellcheck="false" aria-keyshortcuts="/"><div class="results" hidden><p role="status"></p><ul></ul></div></form>
<a class="api" href="/docs/api">API reference</a></header>
<div class="columns"><nav class="menu" aria-label="Pages">${menu(current)}</nav>
<details class="menu"><summary>All pages</summary><nav aria-label="All pages">${menu(current)}</nav></details>
<main id="content">${body}</main></div></body></html>`;
