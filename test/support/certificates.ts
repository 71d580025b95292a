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

/** Info for a PDF with everything that a certificate can have, including an attached credential and room for a signature. */
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

/** Returns a text element for the page below. */
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

/** Returns a design with the variable `name` at the bottom, which holds the recipient's name. */
export const designOf = (elements: object[], more: object = {}) => ({
  name: 'T',
  recipientNameVariable: 'name',
  page: PAGE,
  elements: [...elements, textAt(250, '{{name}}')],
  ...more,
});

/** Renders a certificate of a design with everything that one can have. */
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

/** Paths of existing samples: the product's and the shared ones. */
export const SAMPLES: readonly string[] = ['samples', '../shared/samples'].flatMap((folder) =>
  ['classic-diploma', 'modern-portrait', 'arabic-appreciation'].map((name) => `${folder}/${name}.json`),
);

export const readSample = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'));
