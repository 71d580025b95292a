import { FromEnvironment, type SampleCall } from './sample-call.ts';
import { lines } from './typescript.ts';
import { type Notation, WORDS, writeValue } from './write-value.ts';

const textOf = (text: string): string => `'${text.replaceAll(/[\\']/g, '\\$&')}'`;

const NOTATION: Notation = {
  object: ['[', ']'],
  array: ['[', ']'],
  member: (name) => `${textOf(name)} => `,
  text: textOf,
  variable: (name) => `getenv('${name}')`,
  words: WORDS,
  indent: '    ',
  padding: '',
  hasLastComma: true,
};

/** Returns a program for PHP 8 with its curl extension. */
export function phpSample({ method, path, needsKey, body, savedAs }: SampleCall): string {
  const address = path.map((part) => (part instanceof FromEnvironment ? NOTATION.variable(part.name) : textOf(part)));
  const headers = [
    ...(needsKey ? ["'Authorization: Bearer ' . getenv('LAUREL_API_KEY')"] : []),
    ...(body?.kind === 'json' ? ["'Content-Type: application/json'"] : []),
    ...(body?.kind === 'file' ? [`'Content-Type: ${body.type}'`] : []),
  ];
  return lines(
    '<?php',
    body?.kind === 'json' && `$body = ${jsonOf(body.value)};`,
    `$request = curl_init(getenv('LAUREL_URL') . ${address.join(' . ')});`,
    'curl_setopt_array($request, [',
    `    CURLOPT_CUSTOMREQUEST => '${method}',`,
    headers.length > 0 && `    CURLOPT_HTTPHEADER => [${headers.join(', ')}],`,
    body?.kind === 'json' && '    CURLOPT_POSTFIELDS => json_encode($body, JSON_THROW_ON_ERROR),',
    body?.kind === 'file' && `    CURLOPT_POSTFIELDS => file_get_contents('${body.file}'),`,
    body?.kind === 'form' && `    CURLOPT_POSTFIELDS => ['${body.part}' => new CURLFile('${body.file}')],`,
    savedAs !== null && '    CURLOPT_FOLLOWLOCATION => true,',
    '    CURLOPT_RETURNTRANSFER => true,',
    ']);',
    '$answer = curl_exec($request);',
    'if ($answer === false || curl_getinfo($request, CURLINFO_RESPONSE_CODE) >= 400) {',
    '    throw new RuntimeException($answer === false ? curl_error($request) : $answer);',
    '}',
    savedAs === null ? 'echo $answer, "\\n";' : `file_put_contents('${savedAs}', $answer);`,
  );
}

/** Returns the expression for a body. An empty list would become an empty array of JSON. */
const jsonOf = (value: Parameters<typeof writeValue>[0]): string =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
    ? 'new stdClass()'
    : writeValue(value, NOTATION);
