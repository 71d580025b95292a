import { LRUCache } from 'lru-cache';
import { below } from '../../errors/detail.ts';
import { DesignError, type RenderWarning } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { compiledTexts } from './compile-texts.ts';
import { designSource } from './load-design-source.ts';
import type { IssuableVersion } from './read-current-version.ts';

/** Warnings by the design's digest (hex). */
const known = new LRUCache<string, RenderWarning[]>({ max: 1000 });

/** Returns warnings about QR codes of a published design that are lighter than their background. */
export async function findLightCodes(context: DomainContext, template: IssuableVersion): Promise<RenderWarning[]> {
  const source = designSource(context, template);
  const { design } = await compiledTexts(source.digest, source.design);
  if (design.elements.every(({ type }) => type !== 'qr')) return [];
  const kept = known.get(source.digest);
  if (kept) return kept;
  try {
    const { organisationId } = context;
    const warnings = await context.renderer.lightCodes({ ...source, organisationId });
    known.set(source.digest, warnings);
    return warnings;
  } catch (error) {
    if (!(error instanceof DesignError)) throw error;
    throw validationError(below('template', error.issues));
  }
}
