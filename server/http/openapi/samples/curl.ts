import { FromEnvironment, type SampleCall } from './sample-call.ts';
import { jsonWith, writeValue } from './write-value.ts';

/** Returns a command for curl in any POSIX shell. A refusal ends it with an error, after the body of the answer. */
export function curlSample({ method, path, needsKey, body, savedAs }: SampleCall): string {
  const address = path.map((part) => (part instanceof FromEnvironment ? `$${part.name}` : part)).join('');
  const hasBody = body !== null;
  const isImplied = method === 'GET' || (method === 'POST' && hasBody);
  const options = [
    `curl --fail-with-body -sS${savedAs === null ? '' : 'L'}${isImplied ? '' : ` -X ${method}`} "$LAUREL_URL${address}"`,
    ...(needsKey ? ['-H "Authorization: Bearer $LAUREL_API_KEY"'] : []),
    ...(savedAs === null ? [] : [`-o ${savedAs}`]),
    ...(body?.kind === 'form' ? [`-F ${body.part}=@${body.file}`] : []),
    ...(body?.kind === 'file' ? [`-H 'Content-Type: ${body.type}'`, `--data-binary @${body.file}`] : []),
    ...(body?.kind === 'json' ? ["-H 'Content-Type: application/json'", '-d @- <<END'] : []),
  ].join(' \\\n  ');
  return body?.kind === 'json' ? `${options}\n${hereDocument(body.value)}\nEND\n` : `${options}\n`;
}

/** Returns JSON for a here-document whose variables the shell replaces. */
function hereDocument(value: Parameters<typeof writeValue>[0]): string {
  const json = jsonWith((name) => `$${name}`);
  return writeValue(value, { ...json, text: (text) => JSON.stringify(text).replaceAll(/[\\$`]/g, '\\$&') });
}
