import { readFile } from 'node:fs/promises';
import { placeholder } from '../../proof/pdf-signature/placeholder.ts';
import {
  compileTemplate,
  type PdfInfo,
  parseDesign,
  type RenderedPdf,
  renderPdf,
} from '../../templates-engine/index.ts';

const AT = new Date('2026-11-21T12:00:00Z');
export const CREDENTIAL = Buffer.from(JSON.stringify({ type: ['VerifiableCredential'], name: 'Zoë' }));

/** All that a certificate's PDF may have: a credential attached, and a signature to come. */
export const FULL: PdfInfo = {
  title: 'Diploma\nof <Distinction> – Zoë',
  author: 'Laurel & Co',
  createdAt: AT,
  attachments: [
    {
      name: 'credential.json',
      type: 'application/vc+ld+json',
      description: 'This certificate as a verifiable credential',
      relationship: 'Data',
      content: CREDENTIAL,
      modifiedAt: AT,
    },
  ],
  signature: { dictionary: placeholder(2048, AT).text, name: 'Signature' },
};

const PAGE = { width: 420, height: 300 };

/** A text of the page below. */
export const textAt = (y: number, text: string, more: object = {}) => ({
  type: 'text',
  x: 20,
  y,
  width: 300,
  height: 40,
  text,
  font: 'Inter',
  size: 14,
  minSize: 5,
  ...more,
});

/** A design whose recipient's name is `name`, at the bottom. */
export const designOf = (elements: object[], more: object = {}) => ({
  name: 'T',
  recipientNameVariable: 'name',
  page: PAGE,
  elements: [...elements, textAt(250, '{{name}}')],
  ...more,
});

/** The certificate of a design, with everything. */
export async function certificateOf(
  design: unknown,
  values: Record<string, string> = {},
  info: PdfInfo = FULL,
  options: Parameters<typeof parseDesign>[1] = {},
): Promise<RenderedPdf> {
  const template = await compileTemplate(await parseDesign(design, options));
  const verificationUrl = 'https://laurel.example/verify/0123456789abcdef';
  return renderPdf(template, new Map(Object.entries({ name: 'Ada Lovelace', verificationUrl, ...values })), info);
}

/** The samples' paths that there are: the product's, and those that are shared. */
export const SAMPLES: readonly string[] = ['samples', '../shared/samples'].flatMap((folder) =>
  ['classic-diploma', 'modern-portrait', 'arabic-appreciation'].map((name) => `${folder}/${name}.json`),
);

export const readSample = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
