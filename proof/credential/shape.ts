type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Document whose varying values are replaced by slots. */
export interface Shape {
  document: JsonObject;
  /** Values by slot (`slotName`). */
  values: string[];
}

/** Properties that the contexts map to unmodified literals, so that any text can be in a slot. */
const TEXTS = new Set([
  'name',
  'description',
  'narrative',
  'url',
  'validFrom',
  'validUntil',
  'awardedDate',
  'created',
  'identityHash',
  'salt',
  'statusListIndex',
  'encodedList',
]);
const IRIS = new Set(['id', 'issuer', 'statusListCredential', 'verificationMethod']);

/**
 * IRIs that JSON-LD does not modify: absolute, with a scheme that is not a prefix in a context. They must be ASCII, because RDFC-1.0 sorts
 * by code points and rdf-canonize by UTF-16 units. The two orders differ outside the Basic Multilingual Plane.
 */
const IRI = /^(?:https?|did|urn):[!#-;=?-[\]_a-z~]+$/;
const SLOT = 'urn:slot:';

/** Returns the placeholder of a value in a shape. It is valid as text and as an IRI. */
export const slotName = (index: number): string => `${SLOT}${index}`;

/**
 * Replaces the texts and IRIs of a credential, status list or proof by slots. Documents of one shape have the same RDF except for those
 * values. Throws TypeError for a string that is not well-formed Unicode, or an IRI that is not absolute ASCII.
 */
export function shapeOf(document: JsonObject): Shape {
  const values: string[] = [];
  return { document: shapeObject(document, values), values };
}

const shapeObject = (object: JsonObject, values: string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, key === '@context' ? value : shapeValue(key, value, values)]),
  );

function shapeValue(key: string, value: Json, values: string[]): Json {
  if (typeof value === 'string') return shapeString(key, value, values);
  if (typeof value !== 'object' || value === null) return value;
  if (isArray(value)) return value.map((item) => shapeValue(key, item, values));
  return shapeObject(value, values);
}

function shapeString(key: string, value: string, values: string[]): string {
  if (!value.isWellFormed()) throw new TypeError(`"${key}" has half a surrogate pair`);
  if (IRIS.has(key) && !IRI.test(value)) throw new TypeError(`"${key}" must be an absolute IRI in ASCII`);
  if (IRIS.has(key) || TEXTS.has(key)) return slotName(values.push(value) - 1);
  if (value.startsWith(SLOT)) throw new TypeError(`"${key}" must not begin with ${SLOT}`);
  return value;
}

const isArray: (value: Json) => value is readonly Json[] = Array.isArray;
