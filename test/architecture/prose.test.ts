import { expect, test } from 'vitest';
import { proseFaults } from '../../scripts/prose.ts';

const code = (text: string) => proseFaults({ path: 'a.tsx', text });
const page = (text: string) => proseFaults({ path: 'a.md', text });
const LONG = `Returns ${'the value of '.repeat(10)}it.`;

test('names the line of comments that start with neither a verb nor a noun', () => {
  for (const opening of ['What is sent', 'Whether it is sent', 'Of a batch', 'Those that wait'])
    expect(code(`const a = 1;\n/** ${opening}. */\nconst b = 2;`)).toEqual([
      `a.tsx:2: starts with neither a verb nor a noun: ${opening}.`,
    ]);
  expect(code('/** Returns what is sent. */\nconst a = 1;')).toEqual([]);
});

test('finds turns of phrase in comments, strings, elements and pages, but not in code', () => {
  const turn = 'The token is made anew each time.';
  for (const text of [`// ${turn}`, `const a = '${turn}';`, `const a = <p>${turn}</p>;`, `const a = \`${turn}\${b}\`;`])
    expect(code(text), text).toHaveLength(1);
  for (const text of [turn, `# ${turn}`, `- ${turn}`, `| a |\n| --- |\n| ${turn} |`, `> ${turn}`])
    expect(page(text), text).toHaveLength(1);
  for (const text of ['const anew = true;', '// Calls `anew`.', 'const a = sql`select this is anew from that`;'])
    expect(code(text), text).toEqual([]);
  expect(page('```\nmade anew\n```\n\nCalls `anew`.')).toEqual([]);
});

test('counts the words of each sentence, over the lines of a comment', () => {
  expect(code(`/**\n * ${LONG.slice(0, 60)}\n * ${LONG.slice(60)}\n */`)).toEqual([
    expect.stringContaining('a.tsx:1: sentence of 32 words'),
  ]);
  expect(code(`// ${LONG.slice(0, 60)}\n// ${LONG.slice(60)}`)).toHaveLength(1);
  expect(code('/**\n * Returns the value of it. Returns the value of it.\n *\n * - Returns it.\n */')).toEqual([]);
  expect(page(`${LONG}\n\n| a | b |\n| --- | --- |\n| one | two |`)).toHaveLength(1);
});

test('finds lines of comments that are too long, but not of code', () => {
  const long = 'Returns it. '.repeat(12).trim();
  for (const text of [`/** ${long} */`, `/**\n * ${long}\n */`, `  // ${long}`])
    expect(code(text), text).toEqual([expect.stringMatching(/^a\.tsx:[12]: comment over 140 characters$/)]);
  expect(code(`const a = '${long}';`)).toEqual([]);
});
