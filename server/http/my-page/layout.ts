import { readFileSync } from 'node:fs';
import { domainToUnicode } from 'node:url';
import { Html, html } from '../html.ts';
import { layout, type Reader } from '../verify-page/layout.ts';
import { SCRIPT_PATH } from '../verify-page/script.ts';
import { withoutSpaces } from '../verify-page/style.ts';

const RULES = ['./page.css', '../correction-form/form.css'].map((path) =>
  readFileSync(new URL(path, import.meta.url), 'utf8'),
);
const HEAD = html`<meta name="robots" content="noindex"><script src="${SCRIPT_PATH}" defer></script>`;
const STYLE = new Html(withoutSpaces(RULES.join('')));

/** Returns a page of the recipients' place. */
export const placePage = (reader: Reader, title: string, body: Html): Html =>
  layout(reader, title, HEAD, body, { style: STYLE });

/** Returns a mailbox for a sentence, isolated from the direction of the text, with its domain as people write it. */
export const shownMailbox = (mailbox: string): string => `\u2068${plainMailbox(mailbox)}\u2069`;

/** Returns a mailbox with its domain as people write it. */
export function plainMailbox(mailbox: string): string {
  const at = mailbox.lastIndexOf('@');
  return `${mailbox.slice(0, at)}@${domainToUnicode(mailbox.slice(at + 1))}`;
}
