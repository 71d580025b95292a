import fc from 'fast-check';

/** Part of JSON Schema 2020-12 that the API document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  pattern?: string;
  format?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
}

/** Values that replace generated ones, by the name of a member. Random ids, for example, exist nowhere. */
export type Known = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Maximum items of generated lists. */
const MAX_ITEMS = 4;

/** Returns values that match a schema, without references, mixed with known ones. */
export function arbitraryOf(schema: Schema, known: Known = {}): fc.Arbitrary<unknown> {
  const { const: only, enum: options, anyOf, oneOf, type } = schema;
  if (only !== undefined) return fc.constant(only);
  if (options) return fc.constantFrom(...options);
  const choices = anyOf ?? oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => arbitraryOf(choice, known)));
  if (Array.isArray(type)) return fc.oneof(...type.map((one) => arbitraryOf({ ...schema, type: one }, known)));
  switch (type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000 });
    case 'number':
      return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      const maxLength = Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS);
      return fc.array(arbitraryOf(schema.items ?? {}, known), { minLength: schema.minItems ?? 0, maxLength });
    }
    case 'object':
      return objectOf(schema, known);
    default:
      return fc.jsonValue();
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema, known: Known): fc.Arbitrary<object> {
  if (!properties && typeof additionalProperties === 'object')
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), arbitraryOf(additionalProperties, known), {
      maxKeys: MAX_ITEMS,
    });
  const model = Object.entries(properties ?? {}).map(([name, schema]) => [
    name,
    known[name] ?? arbitraryOf(schema, known),
  ]);
  return fc.record(Object.fromEntries(model) as Record<string, fc.Arbitrary<unknown>>, {
    requiredKeys: required,
    noNullPrototype: true,
  });
}

function textOf({ pattern, format, minLength = 0, maxLength = 300 }: Schema): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  if (format === 'date')
    return fc.date({ noInvalidDate: true, ...YEARS }).map((date) => date.toISOString().slice(0, 10));
  if (format === 'idn-email') return fc.emailAddress();
  const texts =
    pattern === undefined
      ? fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) })
      : // The library lists all characters of a class, so that those beyond ASCII are represented by a few.
        fc.stringMatching(new RegExp(pattern.replaceAll('[^\\x00-\\xa0]', '[\\xe0-\\xf6]'), 'u'));
  return texts.filter((text) => [...text].length >= minLength && [...text].length <= maxLength);
}

/** Years with four digits. */
const YEARS = { min: new Date('1000-01-01'), max: new Date('9999-12-31') };
