/** What is used of a package that brings no types. */
declare module 'jsonld' {
  interface Options {
    algorithm: 'RDFC-1.0';
    documentLoader(url: string): Promise<{ documentUrl: string; document: object }>;
    /** Refuses a document of which an expansion would drop anything. */
    safe: true;
    canonizeOptions: { signal: AbortSignal };
  }
  const jsonld: { canonize(document: object, options: Options): Promise<string> };
  export default jsonld;
}
