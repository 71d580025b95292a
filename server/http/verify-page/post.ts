import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { icon } from './icons.ts';
import type { Reader } from './layout.ts';
import { titleOf } from './title.ts';

/** Addresses of forms for a post with a link. The sites show the page's share card. */
const SITES: Record<string, (link: string, text: string) => string> = {
  LinkedIn: (url) => withQuery('https://www.linkedin.com/sharing/share-offsite/', { url }),
  Facebook: (u) => withQuery('https://www.facebook.com/sharer/sharer.php', { u }),
  X: (url, text) => withQuery('https://x.com/intent/post', { text, url }),
  WhatsApp: (link, text) => withQuery('https://wa.me/', { text: `${text} ${link}` }),
};

/** Returns the choice of sites for a post. Other apps need a script, which offers them if the device has its own choice. */
export function post(verification: Verification, { messages }: Reader, link: string): Html {
  const { name } = verification.issuer;
  const title = titleOf(verification, messages);
  const text = name === null ? title : `${title} – ${name}`;
  const sites = Object.entries(SITES).map(
    ([name, addressOf]) =>
      html`<li><a class="button" href="${addressOf(link, text)}" rel="noopener" target="_blank" lang="en">${name}</a></li>`,
  );
  return html`<details class="post"><summary class="button">${icon('post')}${messages.post}</summary><ul>${sites}
<li hidden><button class="button" type="button" data-share="${link}">${messages.otherApps}</button></li></ul></details>`;
}

const withQuery = (address: string, values: Record<string, string>): string =>
  `${address}?${new URLSearchParams(values)}`;
