import { readFileSync } from 'node:fs';
import { lexer, type Token, type Tokens } from 'marked';

/** Address in the documents that stands for the installation's. */
const PLACEHOLDER = 'https://certificates.example.org';

/** Part of a document: the words before the first section (without a title), or a section with its heading. */
export interface Section {
  title: string | null;
  tokens: Token[];
}

/** Returns the parts of a Markdown file of the repository, with `address` in its examples. The title of the file is left out. */
export function readSections(file: string, address: string): Section[] {
  const text = readFileSync(new URL(`../../../../${file}`, import.meta.url), 'utf8');
  const sections: Section[] = [{ title: null, tokens: [] }];
  for (const token of lexer(text.replaceAll(PLACEHOLDER, address))) {
    if (isHeading(token) && token.depth === 1) continue;
    if (isHeading(token) && token.depth === 2) sections.push({ title: textOf(token), tokens: [] });
    sections.at(-1)?.tokens.push(token);
  }
  return sections;
}

export const isHeading = (token: Token): token is Tokens.Heading => token.type === 'heading';

/** Returns the text of a token, without marks. */
export function textOf(token: Token): string {
  const { tokens, text = '' } = token as { tokens?: Token[]; text?: string };
  return tokens ? tokens.map(textOf).join('') : text;
}

/** Returns the id that GitHub gives a heading, so that a link works in the repository, too. */
export const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
