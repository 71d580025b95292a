import { globSync, readFileSync } from 'node:fs';
import { Script } from 'node:vm';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Code that runs in browsers: the dashboard with its imports from other folders, the page /verify, and the documentation. */
const SOURCES = globSync([
  'dashboard/**/*.{ts,tsx}',
  'verifier/**/*.ts',
  'server/http/docs/browser/*.js',
  'server/http/docs/site/*.js',
  'templates-engine/**/properties.ts',
  'templates-engine/text/placeholders.ts',
  'templates-engine/elements/shared/is-met.ts',
  'domain/limits.ts',
  'domain/shared/{csv,file-name}.ts',
]).filter((path) => !/\/(?:dist|node_modules)\//.test(path));

const LENGTH = 100_000;
/** Limit in ms. A linear expression takes a few milliseconds, a quadratic one over a second. */
const LIMIT_MS = 400;
const COMMON = [
  ' ',
  '\t',
  '\n',
  'a',
  'A',
  '0',
  '{',
  '}',
  '{{',
  '{{ ',
  '{{a}}',
  '.',
  ',',
  '-',
  '"',
  '/',
  '\\',
  '%',
  'é',
  '\u0600',
  '😀',
];

interface Expression {
  at: string;
  source: string;
  flags: string;
}

test('no regular expression in the browser takes more than linear time for 100,000 characters', {
  timeout: 600_000,
}, () => {
  const expressions = SOURCES.flatMap(expressionsIn);
  expect(expressions.length).toBeGreaterThan(50);
  const slow = expressions.flatMap((one) => {
    const text = textsFor(one).find((attack) => isSlow(one, attack));
    return text === undefined ? [] : [`${one.at} /${one.source}/${one.flags}: ${JSON.stringify(text.slice(0, 40))}…`];
  });
  expect(slow).toEqual([]);
});

test('the test detects a cubic and a quadratic expression', () => {
  for (const source of ['\\{\\{\\s*(.*?)\\s*\\}\\}', '\\s+$']) {
    const one = { at: '', source, flags: 'g' };
    expect(
      textsFor(one).some((text) => isSlow(one, text)),
      source,
    ).toBe(true);
  }
});

function expressionsIn(path: string): Expression[] {
  const found: Expression[] = [];
  const { program } = parseSync(path, readFileSync(path, 'utf8'));
  JSON.stringify(program, (_key, value) => {
    if (value?.regex) found.push({ at: path, source: value.regex.pattern, flags: value.regex.flags });
    return typeof value === 'bigint' ? String(value) : value;
  });
  return found;
}

/** Returns repeated units: alone, after a prefix that the expression matches, and before a character that it does not expect. */
function textsFor({ source }: Expression): string[] {
  const literals = source.replaceAll(/\\[a-zA-Z](?:\{[^}]*\})?/g, '').match(/[^\\()[\]|?*+^$]/gu) ?? [];
  const units = [...new Set([...COMMON, ...literals])];
  const starts = new Set(['', /^\^?((?:\\[{}()./[\]-]|[\w"'<#:=])+)/.exec(source)?.[1]?.replaceAll('\\', '') ?? '']);
  return units.flatMap((unit) =>
    [...starts].flatMap((start) => {
      const text = start + unit.repeat(Math.ceil(LENGTH / unit.length));
      return [text, `${text}\0`];
    }),
  );
}

function isSlow({ source, flags }: Expression, text: string): boolean {
  const script = new Script('(expression, text) => void text.replace(expression, "")').runInThisContext();
  const expression = new RegExp(source, flags);
  const started = performance.now();
  try {
    run(() => script(expression, text));
  } catch {
    return true;
  }
  return performance.now() - started > LIMIT_MS;
}

/** Stops work that exceeds the limit. A cubic expression would take days. */
function run(work: () => void): void {
  const holder = globalThis as { work?: () => void };
  holder.work = work;
  new Script('globalThis.work()').runInThisContext({ timeout: LIMIT_MS });
}
