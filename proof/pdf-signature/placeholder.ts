import { longestCms } from './cms.ts';
import type { Signer } from './load-signer.ts';

/**
 * Signature dictionary (ISO 32000-1, 12.8.1) without its signature. It is plain data, so that the PDF can be written in another process.
 */
export interface Placeholder {
  /** Object as it appears in the PDF, byte for byte; ASCII. */
  text: string;
  /** Offset of the ByteRange array in the text, including its bracket. */
  byteRangeAt: number;
  /** Offset of the Contents string in the text, including its angle bracket. */
  contentsAt: number;
  /** Maximum size of the CMS in bytes. */
  reserve: number;
}

/** Maximum size of a time-stamp token. Public authorities' tokens take 3 to 6 KB with their chains. */
export const LONGEST_TOKEN = 7 * 1024;
/** Size of the attribute's identifiers and lengths around the token. */
const TOKEN_FRAME = 64;

/**
 * Returns the size to reserve for a signer's signatures. Without time stamps it is exact, so that almost no byte of a file stays unsigned.
 */
export const reserveFor = (signer: Signer, { timestamp }: { timestamp: boolean }): number =>
  longestCms(signer) + (timestamp ? LONGEST_TOKEN + TOKEN_FRAME : 0);

const OFFSET = '0000000000';
const EMPTY_RANGE = `[0 ${OFFSET} ${OFFSET} ${OFFSET}]`;

/**
 * Certification that permits no change of the document (DocMDP, ISO 32000-1, 12.8.2.2). PDF/A forbids digests here (ISO 19005-3, 6.1.12).
 */
const CERTIFICATION =
  '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]';

/**
 * Returns the dictionary to embed, to which the catalog's `Perms` must refer. `time` is the claimed time of signing, which PAdES baseline
 * stores as M (ETSI EN 319 142-1, 6.3).
 */
export function placeholder(reserve: number, time: Date): Placeholder {
  const date = `(D:${time.toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z)`;
  const before = `<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached ${CERTIFICATION} /M ${date} /ByteRange `;
  const between = `${before}${EMPTY_RANGE} /Contents `;
  return {
    text: `${between}<${'00'.repeat(reserve)}> >>`,
    byteRangeAt: before.length,
    contentsAt: between.length,
    reserve,
  };
}

/** Returns the ByteRange array, padded to the width of the empty one. It covers everything except the Contents string. */
export function byteRange(contentsStart: number, contentsEnd: number, fileLength: number): string {
  const numbers = [0, contentsStart, contentsEnd, fileLength - contentsEnd];
  return `[${numbers.join(' ')}]`.padEnd(EMPTY_RANGE.length);
}
