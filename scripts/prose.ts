import { globSync, readFileSync } from 'node:fs';
import { marked, type Token } from 'marked';
import { parseSync } from 'oxc-parser';
import { lineOf, type SourceFile } from './imports.ts';

/** A piece of prose: a comment, a string, or a block of a document. */
interface Passage {
  kind: 'comment' | 'string' | 'page';
  text: string;
  /** Offset in the file. */
  start: number;
}

/** Maximum words of a sentence. */
const MAX_WORDS = 30;

/** Maximum characters of a line of a comment. The formatter wraps code alone. */
const MAX_LINE = 140;

/** Openings of a comment that are neither a verb nor a noun. */
const OPENING = /^(?:What|Whether|Who|Whoever|Whom|Whose|Those|That|Of|In which|As far as|So (?:far|long|many|much))\b/;

/** Turns of phrase that have a plainer standard term, with that term. */
const TURNS: readonly [RegExp, string][] = [
  [/\banew\b|\bonce more\b/i, 'again'],
  [/\bby (?:itself|themselves)\b/i, 'automatically, alone'],
  [/\bfor good\b/i, 'permanently'],
  [/\bat the (?:most|least)\b/i, 'at most, at least'],
  [/\bso (?:many|long)\b(?! that)/i, 'the number, the interval'],
  [/\bas far as\b/i, 'say the condition'],
  [/\b(?:told|tells|tell (?:apart|of|whether|how|what|that))\b/i, 'reports, notifies, shows; distinguished'],
  [/\b(?:is|are|was|were) none\b(?! of)/i, 'no X, not a valid X'],
  [/\b(?:whom|whoever)\b/i, 'name who'],
  [/\bmeanwhile\b|\bon the way\b|\bin the moment\b/i, 'while, in progress, during'],
  [/\bstrangers?\b/i, 'unauthenticated callers, unknown'],
  [/\bnamesakes?\b/i, 'duplicate names'],
  [/\bdeeds?\b/i, 'actions'],
  [/\bheart beats?\b/i, 'heartbeats'],
  [/\bby turns\b/i, 'alternately'],
  [/\bcan(?:no|['’])t be had\b/i, 'is unavailable'],
  [/\b(?:comes?|came) to be\b/i, 'becomes'],
  [/\bsuch as it is\b/i, 'delete it'],
];

const words = new Intl.Segmenter('en', { granularity: 'word' });

/** Files that the check covers. Generated ones are covered by their sources. */
const FILES = '**/*.{ts,tsx,md}';
const UNWRITTEN = ['**/node_modules/**', '**/dist/**', 'docs/errors.md'];
/** Files with words of other languages, licences of others, and examples of what the check finds. */
const EXEMPT = [
  'templates-engine/language/stop-words.ts',
  '{proof,verifier}/credential/contexts/README.md',
  '**/compiled-messages/{ar,de,es,fr,hi,it,ja,pt,zh}.ts',
  'test/architecture/prose.test.ts',
];

/** Returns the sentences of the project's files that break the rules for prose. */
export const proseFaultsOfProject = (): string[] =>
  globSync(FILES, { exclude: [...UNWRITTEN, ...EXEMPT] }).flatMap((path) =>
    proseFaults({ path: path.replaceAll('\\', '/'), text: readFileSync(path, 'utf8') }),
  );

/** Returns the sentences of a file that break the rules for prose, as `path:line: problem: sentence`. */
export function proseFaults({ path, text }: SourceFile): string[] {
  const isPage = path.endsWith('.md');
  const passages = isPage ? passagesOfPage(text) : passagesOfCode(path, text);
  const found = passages.flatMap(({ kind, text: prose, start }) => {
    const at = `${path}:${lineOf(text, start)}`;
    return faultsOf(prose, kind).map((fault) => `${at}: ${fault}`);
  });
  return isPage ? found : [...found, ...longLines(path, text)];
}

const longLines = (path: string, text: string): string[] =>
  text
    .split('\n')
    .flatMap((line, index) =>
      line.length > MAX_LINE && /^\s*(?:\/\/|\/?\*)/.test(line)
        ? `${path}:${index + 1}: comment over ${MAX_LINE} characters`
        : [],
    );

function faultsOf(prose: string, kind: Passage['kind']): string[] {
  const plain = prose
    .replaceAll(/`[^`]*`/g, 'code')
    .replaceAll(/(?<=\])\([^)]*\)/g, '')
    .replaceAll(/https?:\S+/g, 'address');
  const faults: string[] = [];
  if (kind === 'comment' && OPENING.test(plain)) faults.push(`starts with neither a verb nor a noun: ${plain}`);
  for (const [turn, better] of TURNS) {
    const [found] = turn.exec(plain) ?? [];
    if (found) faults.push(`“${found}”, write ${better}: ${plain}`);
  }
  for (const sentence of plain.split(/(?<=[.!?:;])\s+(?=[\p{Lu}\d“"(`]|code|-)/u)) {
    const length = [...words.segment(sentence)].filter(({ isWordLike }) => isWordLike).length;
    if (length > MAX_WORDS) faults.push(`sentence of ${length} words: ${sentence}`);
  }
  return faults;
}

/** Returns passages of a Markdown page: paragraphs, headings, items and cells, without code. */
function passagesOfPage(text: string): Passage[] {
  const passages: Passage[] = [];
  let at = 0;
  marked.walkTokens(marked.lexer(text), (token: Token) => {
    const cells = token.type === 'table' ? [...token.header, ...token.rows.flat()] : [];
    const texts =
      ['paragraph', 'heading'].includes(token.type) || (token.type === 'text' && 'tokens' in token) ? [token] : cells;
    for (const { text: prose } of texts as { text: string }[]) {
      const found = text.indexOf(prose.split('\n', 1)[0] ?? '', at);
      if (found !== -1) at = found;
      passages.push({ kind: 'page', text: prose.replaceAll(/\s+/g, ' '), start: at });
    }
  });
  return passages;
}

function passagesOfCode(path: string, text: string): Passage[] {
  const { program, comments } = parseSync(path, text);
  const passages: Passage[] = [];
  let last: { end: number; isLine: boolean } | undefined;
  for (const { type, value, start, end } of comments) {
    const isLine = type === 'Line';
    // Consecutive line comments form one passage.
    const joined =
      isLine &&
      last?.isLine &&
      /^\s*$/.test(text.slice(last.end, start)) &&
      text.slice(last.end, start).split('\n').length === 2;
    last = { end, isLine };
    const before = passages.at(-1);
    if (joined && before) before.text += ` ${value.trim()}`;
    else passages.push(...paragraphs(value).map((prose) => ({ kind: 'comment' as const, text: prose, start })));
  }
  for (const { text: prose, start } of stringsOf(program)) passages.push({ kind: 'string', text: prose, start });
  return passages.filter(({ text: prose }) => !/^(?:biome-ignore|@ts-|@vitest|<reference)/.test(prose));
}

/** Returns the paragraphs, items and tags of a block comment. */
const paragraphs = (comment: string): string[] =>
  comment
    .replace(/^\*/, '')
    .replaceAll(/^\s*\* ?/gm, '')
    .split(/\n\s*\n|\n(?=\s*(?:- |\d+\. |@\w))/)
    .map((part) =>
      part
        .replace(/^\s*(?:- |\d+\. )/, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .filter((part) => part !== '');

/** Yields strings that read like prose: several words, mostly of letters. */
function* stringsOf(node: unknown): Generator<{ text: string; start: number }> {
  if (Array.isArray(node)) {
    for (const child of node) yield* stringsOf(child);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  const { type, value, start, quasis } = node as {
    type?: string;
    value?: unknown;
    start: number;
    quasis?: { value: { cooked: string } }[];
  };
  if (type === 'ImportDeclaration' || type === 'TaggedTemplateExpression') return;
  const text =
    type === 'TemplateLiteral'
      ? quasis?.map(({ value: { cooked } }) => cooked).join('code')
      : type === 'Literal' || type === 'JSXText'
        ? value
        : undefined;
  if (typeof text === 'string' && isProse(text)) yield { text: text.replaceAll(/\s+/g, ' ').trim(), start };
  for (const child of Object.values(node)) yield* stringsOf(child);
}

/** Returns whether a text is more than three words, most of them of three letters or more. Lists of codes and operators are not. */
function isProse(text: string): boolean {
  const all = text.trim().split(/\s+/);
  const long = all.filter((word) => /\p{L}{3}/u.test(word));
  return all.length > 3 && long.length * 2 >= all.length && /^[\p{L}\p{P}\s\d]+$/u.test(text);
}
