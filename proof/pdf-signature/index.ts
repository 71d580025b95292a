export { fetchTimestamp, type TimestampServer } from './fetch-timestamp.ts';
export { loadSigner, type Signer, SignerError } from './load-signer.ts';
export { makeSelfSigned } from './make-self-signed.ts';
export { type Placeholder, placeholder, reserveFor } from './placeholder.ts';
export { type ExpectedTimestamp, readTimestamp } from './read-timestamp.ts';
export { PdfSignatureError, signPdf, type Timestamp } from './sign-pdf.ts';
export { TimestampError } from './timestamp-error.ts';
export { timestampRequest } from './timestamp-request.ts';
