import type { DrawnGroup } from '../../graphics/drawing.ts';
import { overlap } from '../../graphics/geometry.ts';
import { mapPath, multiply } from '../../graphics/matrix.ts';
import type { PathCommand } from '../../graphics/path.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import { idOf, matrixOf } from './attributes.ts';
import type { SvgElement } from './svg-tree.ts';
import { unsupported } from './unsupported.ts';

type Clip = DrawnGroup['clips'][number];

/** Clip that hides everything. */
const NOTHING: Clip = { path: [['M', 0, 0], ['Z']], evenOdd: false };

/** Returns the clips of an element: its clip path, and those that apply to that clip path. Each is a separate area. */
export function readClips(
  text: string | undefined,
  definitions: ReadonlyMap<string, SvgElement>,
  readPath: (element: SvgElement) => PathCommand[],
  within: readonly string[] = [],
): Clip[] {
  if (text === undefined || text === 'none') return [];
  const id = idOf(text) ?? '';
  const element = definitions.get(id);
  if (element?.name !== 'clipPath' || within.includes(id)) return unsupported(`the clip path ${text}`);
  const { attributes, children } = element;
  if ((attributes.clipPathUnits ?? 'userSpaceOnUse') !== 'userSpaceOnUse') return unsupported('a relative clip path');
  const outer = matrixOf(attributes.transform);
  const visible = children.filter(({ attributes: own }) => (own.visibility ?? 'visible') === 'visible');
  const parts = visible.map(({ name, attributes: own, children: inner }): Clip => {
    if (name !== 'path' || own['clip-path'] !== undefined) return unsupported(`a clip path of <${name}>`);
    const path = mapPath(
      readPath({ name, attributes: own, children: inner }),
      multiply(outer, matrixOf(own.transform)),
    );
    return { path, evenOdd: own['clip-rule'] === 'evenodd' };
  });
  const others = readClips(attributes['clip-path'], definitions, readPath, [...within, id]);
  return [...others, together(parts)];
}

/** Combines the parts of a clip path into one path, which is correct only if they do not overlap. */
function together(parts: readonly Clip[]): Clip {
  const [first = NOTHING, ...more] = parts;
  if (more.length === 0) return first;
  const boxes = parts.map(({ path }) => pathBounds(path));
  const areApart = boxes.every((a, index) => boxes.slice(index + 1).every((b) => !a || !b || !overlap(a, b)));
  if (!areApart || parts.length > MAX_PARTS || parts.some(({ evenOdd }) => evenOdd !== first.evenOdd))
    return unsupported('a clip path of parts that overlap');
  return { path: parts.flatMap(({ path }) => path), evenOdd: first.evenOdd };
}

const MAX_PARTS = 100;
