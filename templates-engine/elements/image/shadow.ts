import { type Box, intersection, rotatedBounds } from '../../graphics/geometry.ts';
import { toRgba } from '../../graphics/paint.ts';
import { rectanglePath } from '../../graphics/path.ts';
import type { PrimitiveOf, SceneElement, Semantics } from '../../scene/scene.ts';
import { shadowOutside } from '../shared/box-shadow.ts';
import type { BuildContext, BuiltElement } from '../shared/kind.ts';
import { part } from '../shared/part.ts';
import { ELEMENT_DEFAULTS } from '../shared/properties.ts';
import type { ImageElement } from './schema.ts';

interface Shown {
  primitive: PrimitiveOf<'image'>;
  semantics: Semantics;
}

/** Returns a group of an image and the shadow below it. The image keeps its semantics in the group. */
export function withShadow(
  { primitive, semantics }: Shown,
  element: ImageElement,
  page: BuildContext['page'],
): BuiltElement {
  const { opacity = ELEMENT_DEFAULTS.opacity } = element;
  const isFigure = semantics.role === 'figure';
  const image: SceneElement = { ...part(primitive, boxOf(element), opacity), semantics, isVariable: true };
  const elements = [...shadowsOf(primitive, element, page), image];
  const structure = isFigure ? [{ type: 'Figure' as const, children: [image] }] : [];
  return {
    primitive: { kind: 'group', elements, clip: null, matrix: null, structure },
    semantics: { role: 'group' },
  };
}

/** Last shadows of each element. All certificates share them if their pictures fill the same rectangle. */
const kept = new WeakMap<ImageElement, { key: string; shadows: SceneElement[] }>();

function shadowsOf(
  { box, clip }: Shown['primitive'],
  element: ImageElement,
  page: BuildContext['page'],
): SceneElement[] {
  const { shadow, radius, opacity = ELEMENT_DEFAULTS.opacity, rotation = ELEMENT_DEFAULTS.rotation } = element;
  const own = boxOf(element);
  const bounds = clip ? intersection(box, own) : box;
  const key = JSON.stringify(bounds);
  const known = kept.get(element);
  if (known?.key === key) return known.shadows;
  if (!shadow) return [];
  const cast = { bounds, path: rectanglePath(bounds, clip ? radius : 0) };
  const visible = rotatedBounds({ x: 0, y: 0, ...page }, own, -rotation);
  const shadows = shadowOutside(cast, cast, { ...shadow, color: toRgba(shadow.color) }, { opacity, visible });
  kept.set(element, { key, shadows });
  return shadows;
}

const boxOf = ({ x, y, width, height }: ImageElement): Box => ({ x, y, width, height });
