/** Used types of two packages that have none. Terms and quads follow RDF/JS. */
declare module 'rdf-canonize' {
  export interface Term {
    termType: string;
    value: string;
    datatype?: Term;
  }
  export interface Quad {
    subject: Term;
    predicate: Term;
    object: Term;
    graph: Term;
  }
  export function canonize(quads: readonly Quad[], options: { algorithm: 'RDFC-1.0' }): Promise<string>;
  export const NQuads: { serializeQuad(quad: Quad): string };
}

declare module 'jsonld' {
  import type { Quad } from 'rdf-canonize';

  interface Options {
    documentLoader(url: string): Promise<{ contextUrl?: string; documentUrl: string; document: object }>;
    /** Rejects a document if expansion would drop anything. */
    safe: true;
  }
  const jsonld: {
    toRDF(document: object, options: Options): Promise<Quad[]>;
    canonize(document: object, options: Options & { algorithm: 'RDFC-1.0' }): Promise<string>;
  };
  export default jsonld;
}
