import type { Token } from 'marked';
import { PAGES, type Page, type Source } from './contents.ts';
import { isHeading, readSections, type Section, slugOf, textOf } from './read-file.ts';

/** Page with its parts, before it is rendered. */
export interface Gathered {
  page: Page;
  parts: { file: string; tokens: Token[] }[];
}

export interface Site {
  pages: Gathered[];
  /** Addresses in the site, by file (`docs/errors.md`) and by place in a file (`docs/errors.md#codes`). */
  addresses: ReadonlyMap<string, string>;
}

/** Reads the documents of all pages, and finds the address of each heading. Throws for a section that does not exist. */
export function gatherPages(address: string): Site {
  const addresses = new Map<string, string>();
  const files = new Map<string, Section[]>();
  const sectionsOf = ({ file, sections: titles }: Source): Section[] => {
    const all = files.get(file) ?? readSections(file, address);
    files.set(file, all);
    if (!titles) return all;
    return titles.map((title) => {
      const found = all.find((section) => section.title === title);
      if (!found) throw new Error(`${file} has no section “${title}” (server/http/docs/site/contents.ts)`);
      return found;
    });
  };
  const pages = PAGES.map((page) => {
    const parts = page.sources.flatMap((source) => {
      const at = `/docs/${page.slug}`;
      // A link to a file leads to the page that has all of it.
      if (!source.sections || !addresses.has(source.file)) addresses.set(source.file, at);
      return sectionsOf(source).map(({ title, tokens }) => {
        // The title of the page would repeat that of its section.
        const isPage = title === page.title;
        const kept = isPage ? promoted(tokens.slice(1)) : tokens;
        if (isPage) addresses.set(`${source.file}#${slugOf(title)}`, at);
        for (const heading of kept.filter(isHeading)) {
          const id = slugOf(textOf(heading));
          const place = `${source.file}#${id}`;
          if (!addresses.has(place)) addresses.set(place, `${at}#${id}`);
        }
        return { file: source.file, tokens: kept };
      });
    });
    return { page, parts };
  });
  return { pages, addresses };
}

/** Raises headings by a level, because their section became the page. */
const promoted = (tokens: Token[]): Token[] =>
  tokens.map((token) => (isHeading(token) ? { ...token, depth: token.depth - 1 } : token));
