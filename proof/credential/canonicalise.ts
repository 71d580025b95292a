import { canonize, NQuads, type Quad, type Term } from 'rdf-canonize';
import { loadContext } from './contexts.ts';
import { type JsonObject, type Shape, shapeOf, slotName } from './shape.ts';

/** Exceeds the number of shapes of credentials, proofs and status lists, counting all combinations of optional properties. */
const SHAPES_KEPT = 1000;

const quadsByShape = new Map<string, Promise<Quad[]>>();

/**
 * Returns the canonical N-Quads (RDFC-1.0) of a JSON-LD document, equal to those of `jsonld.canonize`. Expansion takes most of the time and
 * depends only on the shape, so it is cached per shape. Canonicalisation runs for every document, as the labels of blank nodes depend on
 * the values. Throws as shapeOf does, or a jsonld error for undefined terms.
 */
export async function canonicalise(document: JsonObject): Promise<string> {
  const shape = shapeOf(document);
  return canonize(fill(await expand(shape), shape.values), { algorithm: 'RDFC-1.0' });
}

function expand({ document }: Shape): Promise<Quad[]> {
  const key = JSON.stringify(document);
  const known = quadsByShape.get(key);
  if (known) return known;
  const quads = toRdf(document);
  quads.catch(() => quadsByShape.delete(key));
  if (quadsByShape.size === SHAPES_KEPT) quadsByShape.clear();
  quadsByShape.set(key, quads);
  return quads;
}

/** Loads jsonld when first needed, as it takes 14 MB of memory. The HTTP client in it is never used. */
async function toRdf(document: JsonObject): Promise<Quad[]> {
  const { default: jsonld } = await import('jsonld');
  return jsonld.toRDF(document, { documentLoader: loadContext, safe: true });
}

/** Returns the quads with the values in their slots. Removes duplicates, since two nodes can become equal. */
function fill(quads: readonly Quad[], values: readonly string[]): Quad[] {
  const bySlot = new Map(values.map((value, index) => [slotName(index), value]));
  const fillTerm = (term: Term): Term => {
    const value = bySlot.get(term.value);
    return value === undefined ? term : { ...term, value };
  };
  const distinct = new Map<string, Quad>();
  for (const quad of quads) {
    const filled = { ...quad, subject: fillTerm(quad.subject), object: fillTerm(quad.object) };
    distinct.set(NQuads.serializeQuad(filled), filled);
  }
  return [...distinct.values()];
}
