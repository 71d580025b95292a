import { readFileSync } from 'node:fs';
import { marked, type Token } from 'marked';

/** Code of a document. */
export interface Snippet {
  /** For example `client/README.md, 2`. */
  name: string;
  code: string;
  language: 'ts' | 'tsx';
}

/** Returns the TypeScript of a document, also in lists. */
export function snippetsOf(path: string): Snippet[] {
  const snippets: Snippet[] = [];
  marked.walkTokens(marked.lexer(readFileSync(path, 'utf8')), (token: Token) => {
    if (token.type !== 'code' || (token.lang !== 'ts' && token.lang !== 'tsx')) return;
    snippets.push({ name: `${path}, ${snippets.length + 1}`, code: token.text, language: token.lang });
  });
  return snippets;
}
