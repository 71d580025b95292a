import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { Html, html } from '../../html.ts';
import type { Gathered, Site } from './gather-pages.ts';
import { slugOf, textOf } from './read-file.ts';

/** Place of a page that a link can name. */
interface Heading {
  id: string;
  depth: number;
  text: string;
}

export interface Rendered {
  gathered: Gathered;
  headings: Heading[];
  body: Html;
}

/** Names of languages in code. Others are shown as in the document. */
const LANGUAGES: Record<string, string> = {
  ...{ sh: 'Shell', ts: 'TypeScript', tsx: 'TypeScript', js: 'JavaScript', json: 'JSON', html: 'HTML' },
  ...{ nginx: 'nginx', sql: 'SQL', yaml: 'YAML' },
};

/** Renders a page. Links to documents that the site does not have become plain text. */
export function renderPage(gathered: Gathered, { addresses }: Site): Rendered {
  const headings: Heading[] = [];
  const parts = gathered.parts.map(({ file, tokens }) => {
    const markdown = new Marked({
      renderer: {
        heading(token: Tokens.Heading) {
          const text = textOf(token);
          const id = slugOf(text);
          headings.push({ id, depth: token.depth, text });
          const inner = this.parser.parseInline(token.tokens);
          return `<h${token.depth} id="${id}"><a href="#${id}">${inner}</a></h${token.depth}>\n`;
        },
        link({ href, tokens }: Tokens.Link) {
          const inner = new Html(this.parser.parseInline(tokens));
          const target = addressOf(href, file, addresses);
          return target === null ? inner.text : html`<a href="${target}">${inner}</a>`.text;
        },
        // Scrolls on narrow screens, so it must be reachable by keyboard.
        code({ text, lang = '' }: Tokens.Code) {
          return html`<div class="code"><p>${LANGUAGES[lang] ?? lang}</p><pre tabindex="0" role="group" aria-label="Code"><code${lang !== '' && html` class="language-${lang}"`}>${text}</code></pre></div>\n`
            .text;
        },
        table(token: Tokens.Table) {
          const cells = (row: Tokens.TableCell[]) => row.map((cell) => this.tablecell(cell)).join('');
          const head = this.tablerow({ text: cells(token.header) });
          const rows = token.rows.map((row) => this.tablerow({ text: cells(row) })).join('');
          return `<div class="table" tabindex="0" role="group" aria-label="Table"><table><thead>${head}</thead><tbody>${rows}</tbody></table></div>\n`;
        },
        html: ({ text }) => html`${text}`.text,
        image: ({ text }) => html`${text}`.text,
      },
    });
    return new Html(markdown.parser(tokens));
  });
  return { gathered, headings, body: html`${parts}` };
}

/** Returns the address that a link of a file leads to; null for a document outside the site. */
function addressOf(href: string, file: string, addresses: ReadonlyMap<string, string>): string | null {
  if (/^https?:/.test(href)) return href;
  const [path = '', place] = href.split('#');
  const target = path === '' ? file : posix.join(posix.dirname(file), path);
  return (place !== undefined && addresses.get(`${target}#${place}`)) || (addresses.get(target) ?? null);
}
