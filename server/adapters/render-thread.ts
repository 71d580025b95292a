import { move } from 'piscina';
import { compiledTemplate } from '../../domain/templates/compiled.ts';
import { renderPdf, renderPng } from '../../templates-engine/index.ts';
import type { ThreadRequest } from './renderer.ts';

/** Runs in a thread of its own: one certificate's files. */
export default async function render({ digest, design, values, info }: ThreadRequest) {
  const template = await compiledTemplate(digest, async () => Buffer.from(new Uint8Array(design)).toString());
  const pdf = new Uint8Array(await renderPdf(template, values, info));
  const image = new Uint8Array(await renderPng(template, values));
  return move({ pdf, image } as never);
}
