import { familyKey, nearestFace } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { loadFace, ownFaces } from './load-face.ts';

/** Returns the safe file (sfnt) of the nearest face of an uploaded family, by weight and slant. NOT_FOUND for an unknown family. */
export async function openFont(
  context: DomainContext,
  { family, weight, italic }: { family: string; weight: number; italic: boolean },
): Promise<Uint8Array> {
  const { organisationId } = context;
  const faces = await ownFaces(context.em(), organisationId);
  const face = nearestFace(
    faces.filter((one) => familyKey(one.family) === familyKey(family)),
    { weight, italic },
  );
  if (!face) throw notFound();
  return loadFace(context, organisationId, face.digest);
}
