import { FromEnvironment, type SampleCall } from './sample-call.ts';
import { lines } from './typescript.ts';
import { type Notation, writeValue } from './write-value.ts';

const NOTATION: Notation = {
  object: ['map[string]any{', '}'],
  array: ['[]any{', '}'],
  member: (name) => `${JSON.stringify(name)}: `,
  text: JSON.stringify,
  variable: (name) => `os.Getenv("${name}")`,
  words: { null: 'nil', true: 'true', false: 'false' },
  indent: '\t',
  padding: '',
  hasLastComma: true,
};

/** Returns a program for Go 1.18 or newer without further packages. */
export function goSample({ method, path, needsKey, body, savedAs }: SampleCall): string {
  const address = path.map((part) =>
    part instanceof FromEnvironment ? NOTATION.variable(part.name) : JSON.stringify(part),
  );
  const imports = [
    ...(body?.kind === 'json' || body?.kind === 'form' ? ['bytes'] : []),
    ...(body?.kind === 'json' ? ['encoding/json'] : []),
    ...(savedAs === null ? ['fmt'] : []),
    'io',
    'log',
    ...(body?.kind === 'form' ? ['mime/multipart'] : []),
    'net/http',
    'os',
  ];
  return lines(
    'package main',
    '',
    'import (',
    ...imports.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...bodyOf(body),
    `\trequest, err := http.NewRequest("${method}", os.Getenv("LAUREL_URL")+${address.join('+')}, ${sentOf(body)})`,
    CHECK,
    needsKey && '\trequest.Header.Set("Authorization", "Bearer "+os.Getenv("LAUREL_API_KEY"))',
    body?.kind === 'json' && '\trequest.Header.Set("Content-Type", "application/json")',
    body?.kind === 'file' && `\trequest.Header.Set("Content-Type", "${body.type}")`,
    body?.kind === 'form' && '\trequest.Header.Set("Content-Type", form.FormDataContentType())',
    '\tresponse, err := http.DefaultClient.Do(request)',
    CHECK,
    '\tdefer response.Body.Close()',
    '\tanswer, err := io.ReadAll(response.Body)',
    CHECK,
    '\tif response.StatusCode >= 400 {',
    '\t\tlog.Fatalf("%s: %s", response.Status, answer)',
    '\t}',
    ...(savedAs === null
      ? ['\tfmt.Println(string(answer))']
      : [`\tif err := os.WriteFile("${savedAs}", answer, 0o644); err != nil {`, '\t\tlog.Fatal(err)', '\t}']),
    '}',
  );
}

const CHECK = '\tif err != nil {\n\t\tlog.Fatal(err)\n\t}';

function bodyOf(body: SampleCall['body']): string[] {
  if (body?.kind === 'json') return [`\tbody, err := json.Marshal(${writeValue(body.value, NOTATION, 1)})`, CHECK];
  if (body?.kind === 'file') return [`\tfile, err := os.Open("${body.file}")`, CHECK, '\tdefer file.Close()'];
  if (body?.kind !== 'form') return [];
  return [
    `\tcontent, err := os.ReadFile("${body.file}")`,
    CHECK,
    '\tvar sent bytes.Buffer',
    '\tform := multipart.NewWriter(&sent)',
    `\tpart, err := form.CreateFormFile("${body.part}", "${body.file}")`,
    CHECK,
    '\tpart.Write(content)',
    '\tform.Close()',
  ];
}

function sentOf(body: SampleCall['body']): string {
  if (body === null) return 'nil';
  return { json: 'bytes.NewReader(body)', file: 'file', form: '&sent' }[body.kind];
}
