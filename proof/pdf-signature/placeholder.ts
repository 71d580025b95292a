import { longestCms } from './cms.ts';
import type { Signer } from './load-signer.ts';

/** A signature dictionary (ISO 32000-1, 12.8.1) before its signature: plain data, so that whatever writes the PDF can run elsewhere. */
export interface Placeholder {
  /** What the PDF has as the object, byte for byte; ASCII. */
  text: string;
  /** Where the array of ByteRange begins in the text, with its bracket. */
  byteRangeAt: number;
  /** Where the string of Contents begins in the text, with its angle bracket. */
  contentsAt: number;
  /** The bytes of CMS that it has room for. */
  reserve: number;
}

/** The longest time-stamp token that is accepted: the public authorities' are 3 to 6 KB, with their chains. */
export const LONGEST_TOKEN = 7 * 1024;
/** The attribute's identifiers and lengths around the token. */
const TOKEN_FRAME = 64;

/** The room that a signer's signatures need: all of it for B-B, so that next to no byte of a file is left unsigned. */
export const reserveFor = (signer: Signer, { timestamp }: { timestamp: boolean }): number =>
  longestCms(signer) + (timestamp ? LONGEST_TOKEN + TOKEN_FRAME : 0);

const OFFSET = '0000000000';
const EMPTY_RANGE = `[0 ${OFFSET} ${OFFSET} ${OFFSET}]`;

/**
 * Certifies the document: no change of it is permitted (DocMDP, ISO 32000-1, 12.8.2.2). PDF/A forbids digests here (ISO 19005-3,
 * 6.1.12).
 */
const CERTIFICATION =
  '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]';

/** The dictionary to embed, which the catalog's `Perms` must name. `time` is the claimed time of signing, which PAdES baseline has as M (ETSI EN 319 142-1, 6.3). */
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

/** The array of ByteRange in the width of the empty one: everything but the string of Contents. */
export function byteRange(contentsStart: number, contentsEnd: number, fileLength: number): string {
  const numbers = [0, contentsStart, contentsEnd, fileLength - contentsEnd];
  return `[${numbers.join(' ')}]`.padEnd(EMPTY_RANGE.length);
}
