import { move, transferableSymbol, valueSymbol } from 'piscina';
import { compiledTemplate } from '../../domain/templates/compiled.ts';
import { renderPdf, renderPng } from '../../templates-engine/index.ts';
import type { ThreadRequest } from './renderer.ts';

/** Runs in a thread of its own: one certificate's files, handed over without a copy. */
export default async function render({ digest, design, values, info }: ThreadRequest) {
  const template = await compiledTemplate(digest, async () => Buffer.from(new Uint8Array(design)).toString());
  const files = { pdf: await renderPdf(template, values, info), image: await renderPng(template, values) };
  return move({ [transferableSymbol]: Object.values(files).flatMap(ownBuffer), [valueSymbol]: files });
}

/** Small buffers are parts of a common one, which stays. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array) => (buffer.byteLength === byteLength ? [buffer] : []);
