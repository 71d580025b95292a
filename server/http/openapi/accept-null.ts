type Json = Record<string, unknown>;

interface Document {
  paths: unknown;
  webhooks?: unknown;
  components: { schemas: Json };
}

/** Lets members that can be left out be null, in the bodies of requests. `withoutNulls` leaves them out. Answers are unchanged. */
export function acceptNull({ paths, webhooks, components: { schemas } }: Document): void {
  const operations = Object.values(paths as Record<string, Record<string, Json>>).flatMap((path) =>
    Object.values(path),
  );
  const answered = new Set<string>();
  for (const part of [...operations.map(({ responses }) => responses), webhooks]) collect(part, schemas, answered);
  const done = new Set<unknown>();
  for (const { requestBody } of operations) {
    const { content = {} } = (requestBody ?? {}) as { content?: Record<string, { schema?: unknown }> };
    visit(content['application/json']?.schema, { schemas, answered, done });
  }
}

/** Adds the names of all schemas that a part refers to. */
function collect(part: unknown, schemas: Json, names: Set<string>): void {
  if (typeof part !== 'object' || part === null) return;
  const name = nameOf(part as Json);
  if (name !== null && !names.has(name)) {
    names.add(name);
    collect(schemas[name], schemas, names);
  }
  for (const inner of Object.values(part)) collect(inner, schemas, names);
}

interface Walk {
  schemas: Json;
  answered: ReadonlySet<string>;
  done: Set<unknown>;
}

function visit(schema: unknown, walk: Walk): void {
  if (typeof schema !== 'object' || schema === null || walk.done.has(schema)) return;
  walk.done.add(schema);
  const { properties, required = [], items } = schema as { properties?: Json; required?: string[]; items?: unknown };
  const name = nameOf(schema as Json);
  if (name !== null && !walk.answered.has(name)) visit(walk.schemas[name], walk);
  visit(items, walk);
  for (const [member, given] of Object.entries(properties ?? {})) {
    visit(given, walk);
    if (properties && !required.includes(member)) properties[member] = orNull(given as Json);
  }
}

/** Returns a schema that also accepts null (JSON Schema 2020-12). */
function orNull(schema: Json): Json {
  const { type, enum: options, const: only, description } = schema;
  if (JSON.stringify(schema).includes('"null"')) return schema;
  if (typeof type === 'string' && options === undefined && only === undefined)
    return { ...schema, type: [type, 'null'] };
  return { anyOf: [schema, { type: 'null' }], ...(description !== undefined && { description }) };
}

const nameOf = ({ $ref }: Json): string | null =>
  typeof $ref === 'string' ? $ref.replace('#/components/schemas/', '') : null;
