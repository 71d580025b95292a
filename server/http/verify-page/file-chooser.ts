import { type Html, html } from '../html.ts';
import type { Messages } from './compiled-messages/load.ts';
import { icon } from './icons.ts';

/** Returns an input for a file with a button in the page's language. The browser's own button would be in the browser's. */
export const fileChooser = (text: string, { choose }: Messages): Html =>
  html`<div class="chooser"><p id="about-file">${text}</p>
<input class="unseen" id="file" type="file" accept="application/pdf,image/png" aria-describedby="about-file"><label class="button" for="file">${icon('file')}${choose}</label></div>`;
