import type { Samples } from '../../../../procedures/samples.ts';
import type { RestRoute } from '../../rest-router.ts';
import type { Operation } from '../parts.ts';

/** Value that a sample reads from the reader's environment, by the name of the variable. */
export class FromEnvironment {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Value = null | boolean | number | string | FromEnvironment | Value[] | { [member: string]: Value };

/** Call of an operation as its samples make it, in no particular language. */
export interface SampleCall {
  /** Name of the operation, as in `certificates.generate`. */
  name: string;
  isQuery: boolean;
  method: string;
  /** Parts of the path with its query, below the installation's address. */
  path: (string | FromEnvironment)[];
  /** False for a public operation. */
  needsKey: boolean;
  body: JsonBody | FileBody | FormBody | null;
  /** Input of a native call; undefined if the operation has none. */
  input: Value | undefined;
  /** Name of the file for an answer that redirects to a file; null for other answers. */
  savedAs: string | null;
}

interface JsonBody {
  kind: 'json';
  value: Value;
}

/** A file of the reader's folder as the whole body. */
interface FileBody {
  kind: 'file';
  file: string;
  type: string;
  member: string;
}

/** A file of the reader's folder as the part of a form. */
interface FormBody {
  kind: 'form';
  file: string;
  part: string;
}

/** Files that samples send, by operation. They are in the reader's folder. */
const FILES: Record<string, string> = {
  'assets.add': 'picture.png',
  'bounces.report': 'report.eml',
  'imports.addFile': 'original.pdf',
  'organisation.uploadLogo': 'logo.png',
};

/** Returns the call of an operation, from its own path, parameters and example. Throws for a sent file without a name. */
export function sampleCall(route: RestRoute, operation: Operation, samples: Samples): SampleCall {
  const { name, method, isQuery, isMultipart, textBody, bodyIs } = route;
  const parameters = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => parameter);
  const own = Object.fromEntries(parameters.map((parameter) => [parameter, ownId(route.path, parameter)]));
  const query = method === 'GET' && route.parameters.has('limit') ? ['?limit=20'] : [];
  const sent: Record<string, Value> = { ...own, ...(query.length > 0 && { limit: 20 }) };
  const request = route.example?.(samples).request;
  const value = request === undefined || textBody ? undefined : readable(request, samples);
  const body = ((): SampleCall['body'] => {
    if (isMultipart) return { kind: 'form', file: fileOf(name), part: partOf(operation) };
    if (textBody) return { kind: 'file', file: fileOf(name), type: textBody.type, member: textBody.member };
    return value === undefined ? null : { kind: 'json', value };
  })();
  const input: Record<string, Value> = bodyIs
    ? { ...sent, [bodyIs]: value ?? null }
    : { ...sent, ...(value as object) };
  return {
    name,
    isQuery,
    method,
    path: [...`/api/v1${route.path}`.split(/(\{\w+\})/).map((part) => own[part.slice(1, -1)] ?? part), ...query].filter(
      (part) => part !== '',
    ),
    needsKey: route.admission.scope !== null,
    body,
    input: Object.keys(input).length === 0 ? undefined : input,
    savedAs: route.status === 302 ? 'certificate.pdf' : null,
  };
}

/** Returns the variable for the parameter of a path: `LAUREL_BATCH_ID` for `/batches/{id}`. */
function ownId(path: string, parameter: string): FromEnvironment {
  if (parameter === 'hash') return new FromEnvironment('LAUREL_VERIFICATION_HASH');
  const [, noun = ''] = path.split('/');
  return new FromEnvironment(
    `LAUREL_${(noun.endsWith('ches') ? noun.slice(0, -2) : noun.slice(0, -1)).toUpperCase()}_ID`,
  );
}

/** Replaces the ids of the examples, which no installation has, by variables. */
function readable(value: unknown, samples: Samples): Value {
  const known: Record<string, string> = {
    [samples.template.id]: 'LAUREL_TEMPLATE_ID',
    [samples.certificate.id]: 'LAUREL_CERTIFICATE_ID',
    [samples.importFile.file]: 'LAUREL_ORIGINAL_PDF',
  };
  const walk = (part: unknown): Value => {
    if (typeof part === 'string') return known[part] ? new FromEnvironment(known[part]) : part;
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part !== 'object' || part === null) return part as null | boolean | number;
    return Object.fromEntries(Object.entries(part).map(([member, inner]) => [member, walk(inner)]));
  };
  return walk(value);
}

function fileOf(name: string): string {
  const file = FILES[name];
  if (!file) throw new Error(`${name} sends a file: name one in server/http/openapi/samples/sample-call.ts`);
  return file;
}

function partOf({ operationId, requestBody }: Operation): string {
  const schema = requestBody?.content?.['multipart/form-data']?.schema as { properties?: object } | undefined;
  const [part] = Object.keys(schema?.properties ?? {});
  if (part === undefined) throw new Error(`${operationId} has a form without parts`);
  return part;
}

/** Returns the names of all variables that a call reads, without those of the address and the key. */
export function variablesOf(call: SampleCall): string[] {
  const names = new Set<string>();
  const walk = (part: Value | undefined): void => {
    if (part instanceof FromEnvironment) names.add(part.name);
    else if (typeof part === 'object' && part !== null) for (const inner of Object.values(part)) walk(inner);
  };
  walk(call.path);
  walk(call.input);
  return [...names];
}
