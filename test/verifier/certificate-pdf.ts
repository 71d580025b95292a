import { deflateSync } from 'node:zlib';
import { type Placeholder, placeholder, reserveFor, type Signer, signPdf } from '../../proof/pdf-signature/index.ts';

/** Returns the objects of a one-page PDF with an associated file and a signature field. `signature` is the text of object 7. */
const objectsOf = (credential: Uint8Array, signature: string): (string | Buffer)[] => {
  const content = 'BT /F1 12 Tf 20 100 Td (Certificate) Tj ET';
  const file = deflateSync(credential);
  const names = `/Names << /EmbeddedFiles << /Names [(credential.json) 8 0 R] >> >> /AF [8 0 R]`;
  const embedded = `<< /Type /EmbeddedFile /Subtype /application#2Fvc+ld+json /Filter /FlateDecode /Length ${file.length} >>`;
  return [
    `<< /Type /Catalog /Pages 2 0 R ${names} /AcroForm << /Fields [6 0 R] /SigFlags 3 >> /Perms << /DocMDP 7 0 R >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 7 0 R /F 132 /Rect [0 0 0 0] /P 3 0 R >>',
    signature,
    '<< /Type /Filespec /F (credential.json) /UF (credential.json) /AFRelationship /Data /EF << /F 9 0 R /UF 9 0 R >> >>',
    Buffer.concat([Buffer.from(`${embedded}\nstream\n`), file, Buffer.from('\nendstream')]),
  ];
};

/** Returns a PDF of the objects with a classic cross-reference table. */
function writePdf(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n%\xE2\xE3\xCF\xD3\n', 'latin1')];
  const length = () => parts.reduce((sum, part) => sum + part.length, 0);
  const offsets = objects.map((body, index) => {
    const offset = length();
    parts.push(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n')]));
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const start = length();
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /ID [<00> <00>] >>\nstartxref\n${start}\n%%EOF\n`;
  parts.push(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`));
  return Buffer.concat(parts);
}

/** Returns a PDF with the credential attached and without a signature. */
export const unsignedPdf = (credential: Uint8Array): Buffer => writePdf(objectsOf(credential, 'null'));

interface SigningOptions {
  time?: Date;
  stamp?: Parameters<typeof signPdf>[3];
  isCertified?: boolean;
}

/** Returns a signed PDF with the credential attached. `stamp` is passed to signPdf. */
export async function signedPdf(
  credential: Uint8Array,
  signer: Signer,
  { time = new Date(), stamp, isCertified = true }: SigningOptions = {},
): Promise<Buffer> {
  const empty: Placeholder = placeholder(reserveFor(signer, { timestamp: stamp !== undefined }), time);
  const certified = writePdf(objectsOf(credential, empty.text));
  const pdf = isCertified ? certified : Buffer.from(certified.toString('latin1').replace('/Perms', '/Other'), 'latin1');
  const at = pdf.indexOf(empty.text);
  return Buffer.from(await signPdf(pdf, { placeholder: empty, at }, signer, stamp));
}
