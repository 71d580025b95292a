import { restRoutes } from '../../rest-router.ts';
import type { Rendered } from './render-page.ts';

/** Part of a page between two headings. */
interface Entry {
  /** Title of the page. */
  page: string;
  /** Heading of the part; empty for the beginning of a page. */
  heading: string;
  address: string;
  text: string;
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Returns the parts of all pages and the operations with their texts, for the search in the reader's browser. */
export const searchIndex = (pages: readonly Rendered[]): Entry[] => [...partsOf(pages), ...operations()];

/** Returns the operations, with their addresses in Swagger UI. */
const operations = (): Entry[] =>
  restRoutes.map(({ name, method, path, summary, description, tag }) => ({
    page: 'API reference',
    heading: summary,
    address: `/docs/api#/${encodeURIComponent(tag)}/${name}`,
    text: `${method} ${path} ${name}. ${description}`.replaceAll('`', ''),
  }));

function partsOf(pages: readonly Rendered[]): Entry[] {
  return pages.flatMap(({ gathered: { page }, headings, body }) => {
    // With a line break in front, a page that begins with a heading has an empty start.
    const [start = '', ...parts] = `\n${body.text}`.split(/(?=<h[2-6] id=")/);
    const address = `/docs/${page.slug}`;
    return [
      { page: page.title, heading: '', address, text: `${page.summary}. ${plain(start)}`.trim() },
      ...parts.map((part, index) => {
        const { id = '', text = '' } = headings[index] ?? {};
        return { page: page.title, heading: text, address: `${address}#${id}`, text: plain(part.replace(/^.*\n/, '')) };
      }),
    ];
  });
}

/** Returns the text of markup that `renderPage` made. */
const plain = (markup: string): string =>
  markup
    .replaceAll(/<\/?(?:a|code|strong|em|span)\b[^>]*>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();
