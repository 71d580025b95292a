import { type SampleCall, variablesOf } from './sample-call.ts';
import { type Notation, WORDS, writeValue } from './write-value.ts';

const NOTATION: Notation = {
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => (/^[A-Za-z_]\w*$/.test(name) ? `${name}: ` : `${textOf(name)}: `),
  text: textOf,
  variable: (name) => name,
  words: WORDS,
  indent: '  ',
  padding: ' ',
  hasLastComma: true,
};

/** Returns a module for laurel-client. */
export function typescriptSample(call: SampleCall): string {
  const { name, isQuery, needsKey, body, savedAs } = call;
  const variables = ['LAUREL_URL', ...(needsKey ? ['LAUREL_API_KEY'] : []), ...variablesOf(call)];
  const read = `const { ${variables.map((variable) => `${variable} = ''`).join(', ')} } = env;`;
  const files = [
    ...(body?.kind === 'form' || body?.kind === 'file' ? ['readFile'] : []),
    ...(savedAs === null ? [] : ['writeFile']),
  ];
  return lines(
    files.length > 0 && `import { ${files.join(', ')} } from 'node:fs/promises';`,
    "import { env } from 'node:process';",
    "import { createClient } from 'laurel-client';",
    '',
    read,
    `const laurel = createClient({ baseUrl: LAUREL_URL${needsKey ? ', apiKey: LAUREL_API_KEY' : ''} });`,
    '',
    body?.kind === 'form' && 'const form = new FormData();',
    body?.kind === 'form' && `form.set('${body.part}', new Blob([await readFile('${body.file}')]), '${body.file}');`,
    `const answer = await laurel.${name}.${isQuery ? 'query' : 'mutate'}(${inputOf(call)});`,
    savedAs === null
      ? 'console.log(answer);'
      : `await writeFile('${savedAs}', await (await fetch(answer.pdfUrl)).bytes());`,
  );
}

function inputOf({ body, input }: SampleCall): string {
  if (body?.kind === 'form') return 'form';
  if (body?.kind === 'file') return `{ ${body.member}: await readFile('${body.file}', 'utf8') }`;
  return input === undefined ? '' : writeValue(input, NOTATION);
}

function textOf(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

/** Joins the lines of a program, without those that do not apply. */
export const lines = (...given: (string | false | undefined)[]): string =>
  `${given.filter((line) => line !== false && line !== undefined).join('\n')}\n`;
