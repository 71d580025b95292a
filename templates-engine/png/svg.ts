import type { Box } from '../graphics/geometry.ts';
import { type Gradient, isGradient, type Rgba } from '../graphics/paint.ts';
import { type PathCommand, rectanglePath } from '../graphics/path.ts';
import type { Primitive, PrimitiveOf, QrModules, RasterImage, SceneElement } from '../scene/scene.ts';
import { type PositionedGlyph, positionGlyphs } from '../text/glyph-positions.ts';
import { underlinesOf } from '../text/underlines.ts';

/** Elements as an SVG that shows a part of the page; text is outlines, so that a renderer needs no fonts. */
export function sceneToSvg({ x, y, width, height }: Box, elements: readonly SceneElement[]): string {
  const definitions: string[] = [];
  const body = elements.map((element) => wrap(element, elementToSvg(element.primitive, definitions))).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"><defs>${definitions.join('')}</defs>${body}</svg>`;
}

function wrap({ opacity, rotation, box }: SceneElement, content: string): string {
  const transform = rotation
    ? ` transform="rotate(${rotation} ${n(box.x + box.width / 2)} ${n(box.y + box.height / 2)})"`
    : '';
  return opacity === 1 && !transform
    ? content
    : `<g${opacity === 1 ? '' : ` opacity="${opacity}"`}${transform}>${content}</g>`;
}

function elementToSvg(primitive: Primitive, definitions: string[]): string {
  switch (primitive.kind) {
    case 'path': {
      const fill = fillWith(primitive.fill, definitions);
      const stroke = primitive.stroke
        ? `${paint('stroke', primitive.stroke)} stroke-width="${primitive.strokeWidth}"`
        : '';
      return `<path d="${pathData(primitive.path)}" ${fill} ${stroke}/>`;
    }
    case 'image': {
      const { box, clip, image } = primitive;
      const id = `d${definitions.length}`;
      if (clip) definitions.push(`<clipPath id="${id}"><path d="${pathData(clip)}"/></clipPath>`);
      return `<g${clip ? ` clip-path="url(#${id})"` : ''}><image x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" preserveAspectRatio="none" href="${uriOf(image)}"/></g>`;
    }
    case 'qr': {
      const { box, background, color, modules } = primitive;
      const ground = background
        ? `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" ${paint('fill', background)}/>`
        : '';
      return `${ground}<path shape-rendering="crispEdges" d="${pathData(modulesPath(modules()))}" ${paint('fill', color)}/>`;
    }
    case 'text':
      return textToSvg(primitive, definitions);
  }
}

/** A rectangle for each run of dark modules. */
const modulesPath = ({ x, y, unit, rows }: QrModules): PathCommand[] =>
  rows.flatMap((row, index) =>
    row.flatMap(([from, to]) =>
      rectanglePath({ x: x + from * unit, y: y + index * unit, width: (to - from) * unit, height: unit }),
    ),
  );

function textToSvg({ box, layout, color }: PrimitiveOf<'text'>, definitions: string[]): string {
  const lines = layout.lines.map((line) => {
    const glyphs = positionGlyphs(line, layout.size);
    const under = underlinesOf(glyphs, layout.size).map(({ color: own, ...line }) => {
      const path = rectanglePath({ ...line, x: box.x + line.x, y: box.y + line.y });
      return `<path d="${pathData(path)}"${own ? ` ${paint('fill', own)}` : ''}/>`;
    });
    return [...under, ...glyphs.map((glyph) => glyphToSvg(glyph, { box, size: layout.size, definitions }))].join('');
  });
  return `<g ${paint('fill', color)}>${lines.join('')}</g>`;
}

function glyphToSvg(
  { face, style, x, y, id }: PositionedGlyph,
  { box, size, definitions }: { box: Box; size: number; definitions: string[] },
): string {
  const content = face.layers
    ? face.layers(id).map(({ path, fill }) => `<path d="${pathData(path)}" ${fillWith(fill, definitions)}/>`)
    : outlined(face.outline(id));
  if (content.length === 0) return '';
  const scale = (size * style.scale) / face.unitsPerEm;
  const color = style.color ? ` ${paint('fill', style.color)}` : '';
  return `<g transform="translate(${n(box.x + x)} ${n(box.y + y)}) scale(${scale} ${-scale})"${color}>${content.join('')}</g>`;
}

const outlined = (outline: string): string[] => (outline === '' ? [] : [`<path d="${outline}"/>`]);

const fillWith = (fill: Rgba | Gradient | null, definitions: string[]): string =>
  isGradient(fill) ? gradient(fill, definitions) : paint('fill', fill);

const paint = (kind: 'fill' | 'stroke', color: Rgba | null): string =>
  color ? `${kind}="${color.hex}"${color.alpha < 1 ? ` ${kind}-opacity="${n(color.alpha)}"` : ''}` : `${kind}="none"`;

function gradient({ coordinates, stops, matrix }: Gradient, definitions: string[]): string {
  const id = `d${definitions.length}`;
  const [kind, names] = coordinates.length === 4 ? LINEAR : RADIAL;
  const attributes = names.map((name, index) => `${name}="${n(coordinates[index] ?? 0)}"`).join(' ');
  const transform = matrix ? ` gradientTransform="matrix(${matrix.map(n).join(' ')})"` : '';
  const marks = stops.map(
    ({ offset, color }) => `<stop offset="${offset}" stop-color="${color.hex}" stop-opacity="${n(color.alpha)}"/>`,
  );
  definitions.push(
    `<${kind} id="${id}" gradientUnits="userSpaceOnUse" ${attributes}${transform}>${marks.join('')}</${kind}>`,
  );
  return `fill="url(#${id})"`;
}

const LINEAR = ['linearGradient', ['x1', 'y1', 'x2', 'y2']] as const;
const RADIAL = ['radialGradient', ['fx', 'fy', 'fr', 'cx', 'cy', 'r']] as const;

const pathData = (path: readonly PathCommand[]): string =>
  path.map(([command, ...points]) => command + points.map(n).join(' ')).join('');
const uriOf = ({ format, bytes }: RasterImage): string =>
  `data:image/${format};base64,${Buffer.from(bytes).toString('base64')}`;
const n = (value: number): string => String(Math.round(value * 1e4) / 1e4);
