import { type Html, html } from '../html.ts';
import type { Language, Messages } from './compiled-messages/load.ts';
import { fileChooser } from './file-chooser.ts';
import { layout, type Reader } from './layout.ts';

interface Search {
  /** Language that the page's address names. The found page keeps it. */
  chosen: Language | undefined;
  /** Input that was neither an id nor a hash. */
  rejected: string | null;
}

/** Returns the page for choosing a file or entering an id or hash. */
export function startPage(reader: Reader, search: Search): Html {
  const { start: words } = reader.messages;
  return layout(
    reader,
    words.title,
    html`<meta name="description" content="${words.intro}">`,
    html`<h1>${words.title}</h1><p>${words.intro}</p>
${fileArea(reader.messages)}
${form(words, search)}
<details class="how"><summary class="note">${words.how}</summary><p class="note">${words.trust}</p></details>
<script type="module" src="/verify/assets/page.js"></script>`,
  );
}

/** Returns the file area. It is hidden until its script finds that the browser can verify. */
const fileArea = (messages: Messages): Html =>
  html`<aside hidden data-verify data-busy="${messages.start.busy}" data-page="${messages.start.page}">${fileChooser(messages.start.file, messages)}
<div role="status" data-report></div></aside>`;

function form(words: Messages['start'], { chosen, rejected }: Search): Html {
  const fault = html`<p id="fault" class="fault">${words.neither}</p>`;
  const described = html` aria-invalid="true" aria-describedby="fault"`;
  const language = html`<input type="hidden" name="lang" value="${chosen ?? ''}">`;
  return html`<form class="search" action="/verify" method="get" role="search">${chosen !== undefined && language}<label for="q">${words.typed}</label>
<div><input id="q" name="q" dir="ltr" required maxlength="300" autocomplete="off" spellcheck="false" value="${rejected ?? ''}"${rejected !== null && described}>
<button class="button">${words.search}</button></div>${rejected !== null && fault}</form>`;
}
