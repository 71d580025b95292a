import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Schema } from './schema-arbitraries.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: Schema;
}

interface Media {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: ErrorBody }>;
}

interface Answer {
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, Media>;
  links?: Record<string, { operationId: string; parameters: Record<string, string> }>;
}

export interface Operation {
  operationId: string;
  method: string;
  path: string;
  parameters: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, Media> };
  responses: Record<string, Answer>;
}

interface ErrorBody {
  error: { code: string };
  reason?: string;
}

interface Header {
  required?: boolean;
  schema: Schema;
}

interface Document {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  components: { schemas: Record<string, Schema>; headers: Record<string, Header> };
}

/** The API document as a contract: what a request may be, and what an answer must be. */
export class ApiContract {
  readonly operations: readonly Operation[];
  readonly #document: Document;
  readonly #ajv: Ajv2020;

  constructor(document: Document) {
    this.#document = document;
    this.operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        ...{ path, method: method.toUpperCase(), parameters: operation.parameters ?? [] },
      })),
    );
    this.#ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
    // RFC 6531 and 3987. The library has no formats for these.
    this.#ajv.addFormat('idn-email', /^[^\s@]+@[^\s@]+$/u);
    this.#ajv.addFormat('iri', (text) => URL.canParse(text));
    this.#ajv.addSchema({ $id: 'api', components: document.components });
  }

  operation(name: string): Operation {
    const found = this.operations.find(({ operationId }) => operationId === name);
    if (!found) throw new Error(`the API document has no ${name}`);
    return found;
  }

  readonly #validators = new WeakMap<Schema, ValidateFunction>();

  /** Returns the validation of a schema, whose references are to the document. */
  validator(schema: Schema): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known) return known;
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/');
    const validate = this.#ajv.compile(JSON.parse(text));
    this.#validators.set(schema, validate);
    return validate;
  }

  /** Returns the schema of an operation's JSON body. */
  bodySchema({ requestBody }: Operation): Schema | undefined {
    return requestBody?.content['application/json']?.schema;
  }

  /** Returns the names of the failures that an operation declares for a status: reasons, or codes without one. */
  failures({ responses }: Operation, status: string): string[] {
    return Object.keys(responses[status]?.content?.['application/json']?.examples ?? {});
  }

  /** Returns what an answer has against its operation; null for an answer as declared. */
  faultOf(operation: Operation, { status, headers, body }: Received): string | null {
    const answer = operation.responses[status];
    if (!answer) return `undeclared status ${status}`;
    const [type = ''] = (headers.get('content-type') ?? '').split(';');
    const media = answer.content?.[type];
    if (!media) return `undeclared media type ${type} of ${status}`;
    const validate = this.validator(media.schema);
    if (!validate(body)) return `body of ${status}: ${this.#ajv.errorsText(validate.errors)}`;
    return this.#headerFault(answer, headers) ?? this.#failureFault(operation, { status, body });
  }

  #headerFault({ headers: declared = {} }: Answer, headers: Headers): string | null {
    for (const [name, { $ref }] of Object.entries(declared)) {
      const { required = false, schema } = this.#document.components.headers[$ref.split('/').at(-1) ?? ''] ?? {};
      const value = headers.get(name);
      if (value === null && required) return `no header ${name}`;
      const given = schema?.type === 'integer' ? Number(value) : value;
      if (value !== null && schema && !this.#ajv.validate(schema, given)) return `header ${name}: ${value}`;
    }
    const undeclared = OWN_HEADERS.find((name) => headers.has(name) && !Object.hasOwn(declared, name));
    return undeclared ? `undeclared header ${undeclared}` : null;
  }

  #failureFault(operation: Operation, { status, body }: Pick<Received, 'status' | 'body'>): string | null {
    if (status < 400) return null;
    const name = failureName(body as ErrorBody);
    return this.failures(operation, String(status)).includes(name) ? null : `undeclared failure ${name} of ${status}`;
  }
}

/** Returns the reason of an error, or its code without one. */
export const failureName = ({ reason, error }: ErrorBody): string => reason ?? error.code;

/** Header fields with a meaning for the caller. */
const OWN_HEADERS = [
  ...['Laurel-Version', 'X-Request-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  ...['WWW-Authenticate', 'Idempotency-Replayed', 'Location'],
];

export interface Received {
  status: number;
  headers: Headers;
  body: unknown;
}
