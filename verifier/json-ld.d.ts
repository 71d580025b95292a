/** Used types of a package that has none. */
declare module 'jsonld' {
  interface Options {
    algorithm: 'RDFC-1.0';
    documentLoader(url: string): Promise<{ documentUrl: string; document: object }>;
    /** Rejects a document if expansion would drop anything. */
    safe: true;
    canonizeOptions: { signal: AbortSignal };
  }
  const jsonld: { canonize(document: object, options: Options): Promise<string> };
  export default jsonld;
}
