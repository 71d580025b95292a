/** Types of the verifiers, which have none, for the calls in the tests. */
declare module '@digitalbazaar/vc' {
  type Loader = (url: string) => Promise<{ documentUrl: string; document: unknown }>;
  interface Verification {
    verified: boolean;
    statusResult?: { results: { status: boolean }[] };
    error?: { errors?: { message: string }[]; message: string };
  }
  export function verifyCredential(options: {
    credential: object;
    suite: unknown;
    documentLoader: Loader;
    checkStatus?: unknown;
  }): Promise<Verification>;
  /** Knows the contexts of the data model from the package's own copies. */
  export const defaultDocumentLoader: Loader;
}
declare module '@digitalbazaar/data-integrity' {
  export class DataIntegrityProof {
    constructor(options: { cryptosuite: unknown });
  }
}
declare module '@digitalbazaar/eddsa-rdfc-2022-cryptosuite' {
  export const cryptosuite: unknown;
}
declare module '@digitalbazaar/vc-bitstring-status-list' {
  export const checkStatus: unknown;
}
