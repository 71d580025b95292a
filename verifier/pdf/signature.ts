import { concat, latin1 } from '../bytes.ts';
import { ensure, Refusal } from '../check.ts';
import type { PdfDocument } from './document.ts';
import { isKind, isName, type PdfDictionary, type PdfString, type PdfValue, textOf } from './values.ts';

/** Signature of a PDF, with the bytes that it covers. */
export interface PdfSignature {
  /** File without the Contents string. */
  signed: Uint8Array<ArrayBuffer>;
  cms: Uint8Array;
  /** Claimed time of signing. */
  time: Date;
}

/**
 * Returns the PDF's only signature (ISO 32000-1, 12.8). Throws Refusal if there is no signature, or if it leaves any byte outside its own
 * Contents unsigned.
 */
export function readSignature(pdf: PdfDocument): PdfSignature {
  const dictionary = signatureDictionary(pdf);
  const contents = dictionary.get('Contents');
  ensure(isKind(contents, 'string') && contents.isHex, 'pdfSignatureWrong');
  ensure(isName(dictionary.get('SubFilter'), 'ETSI.CAdES.detached'), 'pdfSignatureWrong');
  ensure(isCertified(pdf, dictionary), 'pdfSignatureWrong');
  checkByteRange(dictionary.get('ByteRange'), contents, pdf.file.length);
  return {
    signed: concat(pdf.file.subarray(0, contents.start), pdf.file.subarray(contents.end)),
    cms: withoutPadding(pdf.file, contents),
    time: readTime(textOf(dictionary.get('M'))),
  };
}

function signatureDictionary(pdf: PdfDocument): PdfDictionary {
  const form = pdf.resolve(pdf.catalog.get('AcroForm'));
  ensure(form !== undefined && form !== null, 'pdfUnsigned');
  const fields = pdf.array(pdf.dictionary(form).get('Fields')).map((field) => pdf.dictionary(field));
  const signatures = fields.filter(
    (field) => isName(field.get('FT'), 'Sig') && (pdf.resolve(field.get('V')) ?? null) !== null,
  );
  ensure(signatures.length > 0, 'pdfUnsigned');
  ensure(signatures.length === 1, 'pdfSignatureWrong');
  return pdf.dictionary(signatures[0]?.get('V'));
}

/** Returns true if the signature permits no later change (DocMDP, ISO 32000-1, 12.8.2.2). */
function isCertified(pdf: PdfDocument, signature: PdfDictionary): boolean {
  const permissions = pdf.catalog.get('Perms');
  if (permissions === undefined || pdf.resolve(pdf.dictionary(permissions).get('DocMDP')) !== signature) return false;
  const [transform, ...more] = pdf.array(signature.get('Reference')).map((one) => pdf.dictionary(one));
  if (!transform || more.length > 0) return false;
  return (
    isName(transform.get('TransformMethod'), 'DocMDP') &&
    pdf.dictionary(transform.get('TransformParams')).get('P') === 1
  );
}

/** Checks that the range is the whole file except the Contents string with its delimiters. */
function checkByteRange(range: PdfValue | undefined, { start, end }: PdfString, length: number): void {
  ensure(Array.isArray(range) && range.length === 4, 'pdfSignatureWrong');
  const [first, firstLength, second, secondLength] = range;
  ensure(first === 0 && firstLength === start && second === end, 'pdfSignatureWrong');
  if (typeof secondLength !== 'number') throw new Refusal('pdfSignatureWrong');
  ensure(second + secondLength === length, second + secondLength < length ? 'pdfAppended' : 'pdfDamaged');
}

/**
 * Returns the CMS at its own stated length. The rest must be zeros, and all hexadecimal digits in upper case, so that no bit can be
 * changed.
 */
function withoutPadding(file: Uint8Array, { bytes, start, end }: PdfString): Uint8Array {
  ensure(/^<[0-9A-F]*>$/.test(latin1(file, start, end)), 'pdfSignatureWrong');
  const [tag, lengthOctets, high = 0, low = 0] = bytes;
  ensure(tag === 0x30 && lengthOctets === 0x82, 'pdfSignatureWrong');
  const length = 4 + high * 256 + low;
  ensure(length <= bytes.length && bytes.subarray(length).every((byte) => byte === 0), 'pdfSignatureWrong');
  return bytes.subarray(0, length);
}

function readTime(text: string | null): Date {
  const [, ...parts] = /^D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text ?? '') ?? [];
  const [year, month, day, hour, minute, second] = parts;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  ensure(!Number.isNaN(time.getTime()), 'pdfSignatureWrong');
  return time;
}
