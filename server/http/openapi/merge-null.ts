type Json = Record<string, unknown>;

/**
 * Returns a document in which a choice between a simple type and null is one schema with two types, which generated clients read better.
 */
export function mergeNull<Part>(part: Part): Part {
  if (Array.isArray(part)) return part.map(mergeNull) as Part;
  if (typeof part !== 'object' || part === null) return part;
  const entries = Object.entries(part).map(([name, value]) => [name, VALUES.has(name) ? value : mergeNull(value)]);
  return merged(Object.fromEntries(entries)) as Part;
}

function merged(schema: Json): Json {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [only, nothing] = anyOf as [Json, Json];
  const isSimple = typeof only.type === 'string' && !SELECTING.some((keyword) => only[keyword] !== undefined);
  return isSimple && nothing.type === 'null' ? { ...only, ...others, type: [only.type, 'null'] } : schema;
}

/** Keywords that would refuse null beside a type that accepts it. */
const SELECTING = ['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not'];
/** Parts of a schema that are values. */
const VALUES = new Set(['example', 'examples', 'default', 'const', 'enum']);
