import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import {
  credentialOf,
  didWeb,
  hashedRecipient,
  signCredential,
  verificationMethodOf,
} from '../proof/credential/index.ts';
import { loadSigner, makeSelfSigned, placeholder, reserveFor, signPdf } from '../proof/pdf-signature/index.ts';
import { type CompiledTemplate, renderPdf } from '../templates-engine/index.ts';

const ORIGIN = 'https://certificates.example.org';
const DID = didWeb(ORIGIN, 'issuers', 'f1');
const { privateKey } = generateKeyPairSync('ed25519');
const key = {
  sign: (message: Uint8Array) => sign(null, message, privateKey),
  verificationMethod: verificationMethodOf(DID, 'k1'),
};
const { keyPem, certificatePem } = makeSelfSigned('Laurel', new Date());
const signer = loadSigner(keyPem, certificatePem, new Date());
const reserve = reserveFor(signer, { timestamp: false });
const INFO = { title: 'Diploma', author: 'Laurel Academy', createdAt: new Date(0) };

/** Returns a credential as the product creates it for each certificate. */
export async function credential(n: number): Promise<string> {
  const hash = String(n).padStart(64, '0');
  const facts = credentialOf({
    id: `${ORIGIN}/files/f1/${n}/token.json`,
    name: 'Diploma of distinction',
    issuer: { did: DID, name: 'Laurel Academy', url: ORIGIN, imageUrl: `${ORIGIN}/logos/f1/logo.png` },
    issuedAt: new Date(),
    recipient: hashedRecipient('emailAddress', `recipient.${n}@example.org`, randomBytes(16).toString('hex')),
    achievement: {
      id: 'urn:uuid:01a20079-5b0d-702e-a76e-a843d64e88a1',
      name: 'Diploma of distinction',
      description: 'Awarded for the foundations of computing.',
      criteria: { narrative: 'Passed every examination.' },
      imageUrl: `${ORIGIN}/thumbnails/f1/t1/0123456789abcdef.png`,
    },
    status: { listUrl: `${ORIGIN}/issuers/f1/status/0`, index: n % 131_072, purpose: 'revocation' },
    verificationUrl: `${ORIGIN}/verify/${hash}`,
  });
  return JSON.stringify(await signCredential(facts, key, new Date()));
}

/** Returns a PDF with the credential attached, before its signature. */
export async function renderForSigning(template: CompiledTemplate, values: Map<string, string>, json: string) {
  const time = new Date();
  const room = placeholder(reserve, time);
  const file = {
    name: 'credential.json',
    type: 'application/vc+ld+json',
    description: 'Open Badges 3.0 credential',
    relationship: 'Data' as const,
    content: Buffer.from(json),
    modifiedAt: time,
  };
  const signature = { dictionary: room.text, name: 'Signature' };
  return { ...(await renderPdf(template, values, { ...INFO, attachments: [file], signature })), room };
}

/** Signs the result of renderForSigning. */
export const signRendered = ({ pdf, signatureAt, room }: Awaited<ReturnType<typeof renderForSigning>>) =>
  signPdf(pdf, { placeholder: room, at: signatureAt ?? 0 }, signer);
