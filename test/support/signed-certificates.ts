import { loadSigner, makeSelfSigned, placeholder, reserveFor, signPdf } from '../../proof/pdf-signature/index.ts';
import { certificateOf, FULL } from './certificates.ts';

export interface TestSigner {
  certificatePem: string;
  /** Renders a certificate with everything that one can have, and signs it. `change` changes no lengths. */
  sign(
    design: unknown,
    options?: {
      values?: Record<string, string>;
      stamp?: Parameters<typeof signPdf>[3];
      change?: (pdf: Buffer) => Buffer;
    },
  ): Promise<Buffer>;
}

/** Creates a signer with a new key and a self-signed certificate. */
export function createSigner(): TestSigner {
  const now = new Date();
  const { keyPem, certificatePem } = makeSelfSigned('Laurel', now);
  const signer = loadSigner(keyPem, certificatePem, now);
  return {
    certificatePem,
    async sign(design, { values = {}, stamp, change } = {}) {
      const empty = placeholder(reserveFor(signer, { timestamp: stamp !== undefined }), now);
      const info = { ...FULL, signature: { dictionary: empty.text, name: 'Signature' } };
      const { pdf, signatureAt } = await certificateOf(design, values, info);
      const changed = change?.(Buffer.from(pdf)) ?? pdf;
      return Buffer.from(await signPdf(changed, { placeholder: empty, at: signatureAt ?? 0 }, signer, stamp));
    },
  };
}
