import { canonize, NQuads, type Quad, type Term } from 'rdf-canonize';
import { loadContext } from './contexts.ts';
import { type JsonObject, type Shape, shapeOf, slotName } from './shape.ts';

/** More shapes than credentials, proofs and status lists can have with every optional property there and not. */
const SHAPES_KEPT = 1000;

const quadsByShape = new Map<string, Promise<Quad[]>>();

/**
 * The canonical N-Quads (RDFC-1.0) of a JSON-LD document, equal to those of `jsonld.canonize`. Expanding it takes most of the
 * time and depends on its shape alone, so that is done once for each; blank nodes are labelled by their hashes, which depend on
 * the values, so canonising is done for every document. TypeError as shapeOf; a jsonld error for what has no term.
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

/** jsonld is loaded when first needed: it brings an HTTP client, which is never asked for, and 14 MB in memory. */
async function toRdf(document: JsonObject): Promise<Quad[]> {
  const { default: jsonld } = await import('jsonld');
  return jsonld.toRDF(document, { documentLoader: loadContext, safe: true });
}

/** The quads with the values in their slots; each once, since two nodes may turn out to be the same. */
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
