import { compiledTemplate } from '../../domain/templates/compiled.ts';
import { renderPdf, renderPng } from '../../templates-engine/index.ts';
import type { ThreadRequest } from './renderer.ts';

/** Runs in a thread of its own: one certificate's files. */
export default async function render({ digest, design, values, info }: ThreadRequest) {
  const template = await compiledTemplate(digest, async () => Buffer.from(new Uint8Array(design)).toString());
  return { pdf: await renderPdf(template, values, info), image: await renderPng(template, values) };
}
