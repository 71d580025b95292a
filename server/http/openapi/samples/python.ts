import { FromEnvironment, type SampleCall } from './sample-call.ts';
import { lines } from './typescript.ts';
import { type Notation, writeValue } from './write-value.ts';

const NOTATION: Notation = {
  object: ['{', '}'],
  array: ['[', ']'],
  member: (name) => `${JSON.stringify(name)}: `,
  text: JSON.stringify,
  variable: (name) => `os.environ["${name}"]`,
  words: { null: 'None', true: 'True', false: 'False' },
  indent: '    ',
  padding: '',
  hasLastComma: true,
};

/** Returns a program for Python 3 without further packages. */
export function pythonSample({ method, path, needsKey, body, savedAs }: SampleCall): string {
  const address = path.map((part) =>
    part instanceof FromEnvironment ? `{${NOTATION.variable(part.name).replaceAll('"', "'")}}` : part,
  );
  const type = { json: '"application/json"', file: body?.kind === 'file' && `"${body.type}"`, form: FORM_TYPE };
  const imports = [
    ...(body?.kind === 'json' ? ['json'] : []),
    'os',
    ...(body?.kind === 'form' || body?.kind === 'file' || savedAs !== null ? ['pathlib'] : []),
    'sys',
    'urllib.error',
    'urllib.request',
    ...(body?.kind === 'form' ? ['uuid'] : []),
  ];
  return lines(
    ...imports.map((name) => `import ${name}`),
    '',
    body?.kind === 'json' && `body = ${writeValue(body.value, NOTATION)}`,
    ...(body?.kind === 'form' ? formOf(body.part, body.file) : []),
    'request = urllib.request.Request(',
    `    f"{os.environ['LAUREL_URL']}${address.join('')}",`,
    `    method="${method}",`,
    body?.kind === 'json' && '    data=json.dumps(body).encode(),',
    body?.kind === 'file' && `    data=pathlib.Path("${body.file}").read_bytes(),`,
    body?.kind === 'form' && '    data=form,',
    (needsKey || body !== null) && '    headers={',
    needsKey && `        "Authorization": f"Bearer {os.environ['LAUREL_API_KEY']}",`,
    body !== null && `        "Content-Type": ${type[body.kind]},`,
    (needsKey || body !== null) && '    },',
    ')',
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    savedAs === null
      ? '        print(response.read().decode())'
      : `        pathlib.Path("${savedAs}").write_bytes(response.read())`,
    'except urllib.error.HTTPError as error:',
    '    sys.exit(error.read().decode())',
  );
}

const FORM_TYPE = 'f"multipart/form-data; boundary={boundary}"';

const formOf = (part: string, file: string): string[] => [
  'boundary = uuid.uuid4().hex',
  'form = b"".join([',
  `    f'--{boundary}\\r\\nContent-Disposition: form-data; name="${part}"; filename="${file}"\\r\\n\\r\\n'.encode(),`,
  `    pathlib.Path("${file}").read_bytes(),`,
  '    f"\\r\\n--{boundary}--\\r\\n".encode(),',
  '])',
];
