type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** A document whose varying values are replaced by slots. */
export interface Shape {
  document: JsonObject;
  /** By slot (`slotName`). */
  values: string[];
}

/** Properties that the contexts map to literals as they are, so that any text may stand in a slot. */
const TEXTS = new Set([
  'name',
  'description',
  'narrative',
  'url',
  'validFrom',
  'validUntil',
  'created',
  'identityHash',
  'salt',
  'statusListIndex',
  'encodedList',
]);
const IRIS = new Set(['id', 'issuer', 'statusListCredential', 'verificationMethod']);

/**
 * JSON-LD keeps these as they are: absolute, and of a scheme that is no prefix of a context. They are ASCII, because RDFC-1.0
 * sorts by code points and rdf-canonize by UTF-16 units, which differ beyond the basic plane.
 */
const IRI = /^(?:https?|did|urn):[!#-;=?-[\]_a-z~]+$/;
const SLOT = 'urn:slot:';

/** What stands for a value in a shape: both a text and an IRI. */
export const slotName = (index: number): string => `${SLOT}${index}`;

/**
 * Replaces the texts and IRIs of a credential, status list or proof by slots. Documents of one shape have the same RDF but for
 * those. TypeError for a string that is no Unicode text, and for an IRI that is not absolute ASCII.
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
