import fc from 'fast-check';
import type { ApiContract, Operation, Received } from './api-contract.ts';
import { arbitraryOf, type Known } from './schema-arbitraries.ts';

/** Request of an operation, before its parts are encoded. */
export interface Sent {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  /** Body as JSON, as text or as parts of a form. */
  json?: unknown;
  text?: string;
  parts?: [name: string, content: Uint8Array][];
}

/** Values that exist, and adjustments that depend on the time of the call. */
export interface Real {
  members: Known;
  /** Text of a body that is not JSON, or bytes of a file. */
  content?: fc.Arbitrary<string | Uint8Array>;
  adjust?: (sent: Sent) => Sent;
}

/** Keys that are refused. */
const REFUSED = ['', 'Bearer', 'Bearer svc_live_0', `Bearer ${'x'.repeat(40)}`, 'Basic YTpi'];
const MALFORMED = ['', '{', '[]', 'null', '"text"', '{"a":1,}', '{"__proto__":{}}', '\ufeff{}', `{"a":"\\ud800"}`];

/** Returns requests with known values, most of which succeed. */
export const goodRequestsOf = (contract: ApiContract, operation: Operation, { members, content, adjust }: Real) =>
  wellFormed(contract, operation, members, content).map(adjust ?? ((sent) => sent));

/** Returns requests of an operation: most with known values, some with any values of their schemas, some broken. */
export function requestsOf(contract: ApiContract, operation: Operation, real: Real) {
  const good = goodRequestsOf(contract, operation, real);
  const { content } = real;
  const anything = wellFormed(contract, operation, {}, content && fc.oneof(fc.string(), fc.uint8Array()));
  return fc.oneof(
    { arbitrary: good, weight: 6 },
    { arbitrary: anything, weight: 2 },
    { arbitrary: fc.tuple(good, breaks(operation)).map(([sent, broken]) => broken(sent)), weight: 3 },
  );
}

function wellFormed(contract: ApiContract, operation: Operation, known: Known, content: Real['content']) {
  const parametersIn = (place: string) => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === place);
    const model = parameters.map(({ name, schema }) => [name, known[name] ?? arbitraryOf(schema, known)]);
    const requiredKeys = parameters.filter(({ required }) => required).map(({ name }) => name);
    return fc.record(Object.fromEntries(model) as Record<string, fc.Arbitrary<unknown>>, { requiredKeys });
  };
  const schema = contract.bodySchema(operation);
  const isValid = schema && contract.validator(schema);
  // Schemas with references are of designs, which random values never match.
  const generated = schema?.$ref ? fc.dictionary(fc.string(), fc.jsonValue()) : undefined;
  const matching = schema && arbitraryOf(schema, known).filter((body) => isValid?.(body) === true);
  const json = known.design ?? generated ?? matching;
  return fc
    .tuple(parametersIn('path'), parametersIn('query'), json ?? fc.constant(undefined), content ?? fc.constant(''))
    .map(([path, query, body, given]): Sent => {
      const bytes = typeof given === 'string' ? new TextEncoder().encode(given) : given;
      const [part] = Object.keys(operation.requestBody?.content['multipart/form-data']?.schema.properties ?? {});
      const isText = operation.requestBody?.content['message/rfc822'] !== undefined;
      return {
        path: path as Record<string, string>,
        query: Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
        headers: {},
        ...(schema && { json: body }),
        ...(isText && { text: new TextDecoder().decode(bytes) }),
        ...(part !== undefined && { parts: [[part, bytes]] }),
      };
    });
}

type Break = (sent: Sent) => Sent;

/** Returns changes that make a request invalid, or at least unusual. */
function breaks({ parameters, requestBody }: Operation): fc.Arbitrary<Break> {
  const query = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const pairs = fc.tuple(fc.constantFrom('colour', ...query), fc.constantFrom('', 'x', '0', '-1', '\u0000'));
  const all: fc.Arbitrary<Break>[] = [
    pairs.map((pair) => (sent) => ({ ...sent, query: [...sent.query, pair] })),
    fc.constantFrom(...REFUSED).map((Authorization) => withHeaders({ Authorization })),
    fc.constantFrom('', '\u00e9', 'x'.repeat(256)).map((key) => withHeaders({ 'Idempotency-Key': key })),
  ];
  if (parameters.some((parameter) => parameter.in === 'path'))
    all.push(
      fc.constantFrom('x', '%', 'a.b', '0'.repeat(64), '\u0000').map((value) => (sent) => ({
        ...sent,
        path: Object.fromEntries(Object.keys(sent.path).map((name) => [name, value])),
      })),
    );
  if (requestBody?.content['application/json'])
    all.push(
      fc.constantFrom(...MALFORMED).map((text) => ({ json: _, ...sent }) => ({ ...sent, text })),
      fc.constantFrom('text/plain', 'application/xml').map((type) => withHeaders({ 'Content-Type': type })),
      ...[1, 2, 3].map(() =>
        fc.tuple(fc.nat(), fc.nat(), fc.jsonValue({ maxDepth: 2 })).map(
          ([at, kind, value]): Break =>
            (sent) => ({ ...sent, json: changed(sent.json, { at, kind, value }) }),
        ),
      ),
    );
  if (requestBody?.content['multipart/form-data'])
    all.push(
      fc.constantFrom('other', '', 'files').map((name) => ({ parts = [], ...sent }) => ({
        ...sent,
        parts: [...parts, [name, new Uint8Array(3)]],
      })),
      fc.constant(({ parts = [], ...sent }) => ({ ...sent, parts: [...parts, ...parts] })),
    );
  return fc.oneof(...all);
}

const withHeaders =
  (headers: Record<string, string>): Break =>
  (sent) => ({ ...sent, headers: { ...sent.headers, ...headers } });

interface Change {
  at: number;
  kind: number;
  value: unknown;
}

/** Adds, removes or replaces a member, at the top or further inside. */
function changed(json: unknown, { at, kind, value }: Change): unknown {
  if (typeof json !== 'object' || json === null) return value;
  if (kind % 4 === 0) return Array.isArray(json) ? [...json, value] : { ...json, colour: value };
  const entries = Object.entries(json);
  const [name, inner] = entries[at % Math.max(1, entries.length)] ?? [];
  if (name === undefined) return value;
  const rest = entries.filter(([other]) => other !== name);
  const next = kind % 4 === 1 ? value : changed(inner, { at: Math.floor(at / 7), kind: Math.floor(kind / 4), value });
  if (Array.isArray(json)) return json.map((item, index) => (String(index) === name ? next : item));
  return Object.fromEntries(kind % 4 === 2 ? rest : [...rest, [name, next]]);
}

/** Sends a request with a key, unless it has another one. */
export async function send(
  url: string,
  { method, path }: Operation,
  sent: Sent,
  key: string | null,
): Promise<Received> {
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(sent.path[name] ?? ''));
  const query = new URLSearchParams(sent.query).toString();
  const form = sent.parts && new FormData();
  for (const [name, bytes] of sent.parts ?? []) form?.append(name, new Blob([Uint8Array.from(bytes)]), 'file');
  const type =
    sent.text !== undefined && sent.json === undefined && path === '/bounces' ? 'message/rfc822' : 'application/json';
  const body = form ?? sent.text ?? (sent.json === undefined ? undefined : JSON.stringify(sent.json));
  const response = await fetch(`${url}/api/v1${address}${query && `?${query}`}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key !== null && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && !form && { 'Content-Type': type }),
      ...sent.headers,
    },
    ...(body !== undefined && method !== 'GET' && { body }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

/** Returns true if a request is as the API document says. */
export function isDeclared(contract: ApiContract, operation: Operation, sent: Sent): boolean {
  const parameters = operation.parameters.filter((parameter) => parameter.in !== 'header');
  const names = sent.query.map(([name]) => name);
  const given = Object.fromEntries([...sent.query, ...Object.entries(sent.path)]);
  const known = parameters.map(({ name }) => name);
  if (new Set(names).size < names.length || names.some((name) => !known.includes(name))) return false;
  const areValid = parameters.every(({ name, required, schema }) => {
    const text = given[name];
    if (text === undefined) return !required;
    return contract.validator(schema)(schema.type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text);
  });
  if (!areValid) return false;
  const schema = contract.bodySchema(operation);
  if (sent.parts) return sent.parts.length === 1;
  return !schema || sent.json === undefined || contract.validator(schema)(sent.json);
}
