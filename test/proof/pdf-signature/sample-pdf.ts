import type { Placeholder } from '../../../proof/pdf-signature/index.ts';

/** Returns a valid one-page PDF with a signature field, and the offset of its placeholder. */
export function samplePdf(placeholder: Placeholder): { pdf: Buffer; at: number } {
  const content = 'BT /F1 12 Tf 20 100 Td (Certificate) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /SigFlags 3 >> /Perms << /DocMDP 7 0 R >> >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R /Annots [6 0 R] /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /V 7 0 R /F 132 /Rect [0 0 0 0] /P 3 0 R >>',
    placeholder.text,
  ];
  let text = '%PDF-1.7\n';
  const offsets = objects.map((body, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const xref = text.length;
  const size = objects.length + 1;
  text += `xref\n0 ${size}\n0000000000 65535 f \n${rows}`;
  text += `trailer\n<< /Size ${size} /Root 1 0 R /ID [<00> <00>] >>\nstartxref\n${xref}\n%%EOF\n`;
  return { pdf: Buffer.from(text, 'latin1'), at: text.indexOf(placeholder.text) };
}

/** Appends an incremental update, as PDF editors do: a rectangle over the first page, as its content or as an annotation. */
export function withRevision(pdf: Uint8Array, rectangle: 'content' | 'annotation' = 'content'): Buffer {
  const text = Buffer.from(pdf).toString('latin1');
  const [, size = '', root = ''] = /trailer\n<< \/Size (\d+) \/Root (\d+ 0 R)/.exec(text) ?? [];
  const [page = '', number = ''] = /(?<=\n)(\d+) 0 obj\n<< \/Type \/Page .*\nendobj\n/.exec(text) ?? [];
  const content = 'q 0.8 0.1 0.1 rg 20 100 160 60 re f Q';
  const last = /\/Contents \[?(?:\d+ 0 R )*(\d+) 0 R/.exec(page)?.[1];
  const objects =
    rectangle === 'content'
      ? [`${last} 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`]
      : [
          page.replace('/Annots [', `/Annots [${size} 0 R `),
          `${size} 0 obj\n<< /Type /Annot /Subtype /Square /F 4 /Rect [20 100 180 160] /IC [0.8 0.1 0.1] /P ${number} 0 R >>\nendobj\n`,
        ];
  const count = rectangle === 'annotation' ? Number(size) + 1 : size;
  let end = text;
  let rows = '';
  for (const object of objects) {
    rows += `${Number.parseInt(object, 10)} 1\n${String(end.length).padStart(10, '0')} 00000 n \n`;
    end += object;
  }
  const previous = /startxref\n(\d+)/.exec(text)?.[1];
  const trailer = `trailer\n<< /Size ${count} /Root ${root} /Prev ${previous} /ID [<00> <00>] >>`;
  return Buffer.from(`${end}xref\n${rows}${trailer}\nstartxref\n${end.length}\n%%EOF\n`, 'latin1');
}

/** Returns the parts of a signed PDF according to its ByteRange: the signed content, and the CMS without padding. */
export function signedParts(pdf: Uint8Array): { content: Buffer; cms: Buffer } {
  const file = Buffer.from(pdf);
  const [, a = 0, b = 0, c = 0, d = 0] =
    /\/ByteRange \[(\d+) (\d+) (\d+) (\d+)\]/.exec(file.toString('latin1'))?.map(Number) ?? [];
  const padded = Buffer.from(file.toString('latin1', a + b + 1, c - 1), 'hex');
  return {
    content: Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)]),
    cms: padded.subarray(0, 4 + padded.readUInt16BE(2)),
  };
}
