import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { DesignSource, Preview, PreviewRequest, RenderRequest } from '../../domain/context.ts';
import { compiledTemplate } from '../../domain/templates/compiled.ts';
import { DesignError, renderPdf, renderPng, renderPreview, renderThumbnail } from '../../templates-engine/index.ts';
import type { Crossing } from './renderer.ts';

const compiled = ({ digest, design }: Crossing<DesignSource>) =>
  compiledTemplate(digest, async () => Buffer.from(new Uint8Array(design)).toString());

/** Runs in a thread of its own: a template's small picture. */
export const thumbnail = async (source: Crossing<DesignSource>): Promise<Uint8Array> =>
  renderThumbnail(await compiled(source));

/** Runs in a thread of its own: a picture of what may not be right yet. Errors would lose their class on the way. */
export async function preview({ values, ...source }: Crossing<PreviewRequest>): Promise<Preview> {
  try {
    return { issues: [], ...renderPreview(await compiled(source), values) };
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    return { png: null, issues: error.issues, problems: [] };
  }
}

/** Runs in a thread of its own: one certificate's files, handed over without a copy. */
export default async function render({ values, info, ...source }: Crossing<RenderRequest>) {
  const template = await compiled(source);
  const files = { pdf: await renderPdf(template, values, info), image: await renderPng(template, values) };
  return move({ [transferableSymbol]: Object.values(files).flatMap(ownBuffer), [valueSymbol]: files });
}

/** Small buffers are parts of a common one, which stays. */
const ownBuffer = ({ buffer, byteLength }: Uint8Array) => (buffer.byteLength === byteLength ? [buffer] : []);
