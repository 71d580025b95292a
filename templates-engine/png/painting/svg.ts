import type { Drawing } from '../../graphics/drawing.ts';
import { drawingElement } from '../../graphics/drawing-svg.ts';
import { type Box, rotatedBounds } from '../../graphics/geometry.ts';
import { boundsThrough, inverse, mapPoint } from '../../graphics/matrix.ts';
import { IDENTITY, type Matrix } from '../../graphics/paint.ts';
import { type PathCommand, rectanglePath } from '../../graphics/path.ts';
import { colorAttribute, svgNumber as n, paintAttribute, pathData, pathElement } from '../../graphics/svg-paint.ts';
import { resampledUri } from '../../scene/resampled.ts';
import type { Primitive, PrimitiveOf, QrModules, RasterImage, SceneElement } from '../../scene/scene.ts';
import { shadowPath, shadowPicture } from '../../scene/shadow.ts';
import { type PositionedGlyph, positionGlyphs } from '../../text/lines/glyph-positions.ts';
import { underlinesOf } from '../../text/lines/underlines.ts';
import { type Anchor, anchorElement, anchorOf, isWithin } from './layer-anchor.ts';

/** Returns elements as an SVG that shows a part of the page. Text becomes outlines, so that the renderer needs no fonts. */
export function sceneToSvg({ x, y, width, height }: Box, elements: readonly SceneElement[]): string {
  const definitions: string[] = [];
  const body = elementsToSvg(elements, definitions, { x, y, width, height });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"><defs>${definitions.join('')}</defs>${body}</svg>`;
}

/** Converts elements. `picture` is the visible area in their coordinates. */
const elementsToSvg = (elements: readonly SceneElement[], definitions: string[], picture: Box): string =>
  elements.map((element) => sceneElementToSvg(element, definitions, picture)).join('');

/** Converts an element. Returns an empty string for a layer outside the picture. */
function sceneElementToSvg(element: SceneElement, definitions: string[], picture: Box): string {
  const { primitive, rotation, box } = element;
  const anchor = isLayer(element) ? anchorOf(element, picture) : null;
  if (isLayer(element) && !anchor) return '';
  const inside = rotation === 0 ? picture : rotatedBounds(picture, box, -rotation);
  const needed = mayLieBeside(element) || !isWithin(element, picture) ? anchor : null;
  return wrap(element, elementToSvg(primitive, definitions, needed, inside));
}

/** Returns true for elements whose content can lie outside the picture at any position: drawings and groups can exceed their box. */
const mayLieBeside = ({ primitive }: SceneElement): boolean =>
  primitive.kind === 'group' || (primitive.kind === 'image' && primitive.image.drawing !== undefined);

function groupToSvg(
  { elements, clip, matrix }: PrimitiveOf<'group'>,
  definitions: string[],
  anchor: Anchor | null,
  picture: Box,
): string {
  const id = `d${definitions.length}`;
  if (clip) definitions.push(`<clipPath id="${id}"><path d="${pathData(clip)}"/></clipPath>`);
  const transform = matrix ? ` transform="matrix(${matrix.map(n).join(' ')})"` : '';
  const back = matrix ? inverse(matrix) : IDENTITY;
  if (!back) return '';
  const content = elementsToSvg(elements, definitions, boundsThrough(picture, back));
  const point = anchor && mapPoint(back, anchor[0], anchor[1]);
  return `<g${transform}${clip ? ` clip-path="url(#${id})"` : ''}>${anchorElement(point)}${content}</g>`;
}

/** Returns true if an element is rendered to a separate layer, which is then painted on the page. */
const isLayer = ({ primitive, opacity }: SceneElement): boolean =>
  opacity < 1 ||
  (primitive.kind === 'group' && primitive.clip !== null) ||
  (primitive.kind === 'image' && (primitive.clip !== null || primitive.image.drawing !== undefined));

function wrap({ opacity, rotation, box }: SceneElement, content: string): string {
  const transform = rotation
    ? ` transform="rotate(${rotation} ${n(box.x + box.width / 2)} ${n(box.y + box.height / 2)})"`
    : '';
  return opacity === 1 && !transform
    ? content
    : `<g${opacity === 1 ? '' : ` opacity="${opacity}"`}${transform}>${content}</g>`;
}

/** Converts a primitive. Each of its groups that is a layer gets the anchor. */
const elementToSvg = (primitive: Primitive, definitions: string[], anchor: Anchor | null, picture: Box): string =>
  `${anchorElement(anchor)}${primitiveToSvg(primitive, definitions, anchor, picture)}`;

function primitiveToSvg(primitive: Primitive, definitions: string[], anchor: Anchor | null, picture: Box): string {
  switch (primitive.kind) {
    case 'path':
      return pathToSvg(primitive, definitions);
    case 'image': {
      const { box, clip, image } = primitive;
      const id = `d${definitions.length}`;
      if (clip) definitions.push(`<clipPath id="${id}"><path d="${pathData(clip)}"/></clipPath>`);
      const content = image.drawing
        ? drawingElement(image.drawing, placeOf(image.drawing, box), definitions, {
            picture,
            anchor: anchor ?? [box.x, box.y],
          })
        : imageElement(box, resampledUri(image, box) ?? uriOf(image));
      return `<g${clip ? ` clip-path="url(#${id})"` : ''}>${anchorElement(anchor)}${content}</g>`;
    }
    case 'letterhead': {
      const { picture: image, pictureBox: box } = primitive.letterhead;
      return primitiveToSvg({ kind: 'image', image, box, clip: null }, definitions, anchor, picture);
    }
    case 'qr': {
      const { box, background, color, modules } = primitive;
      const ground = background
        ? `<rect x="${n(box.x)}" y="${n(box.y)}" width="${n(box.width)}" height="${n(box.height)}" ${colorAttribute('fill', background)}/>`
        : '';
      return `${ground}<path shape-rendering="crispEdges" d="${pathData(modulesPath(modules()))}" ${colorAttribute('fill', color)}/>`;
    }
    case 'text':
      return textToSvg(primitive, definitions);
    case 'group':
      return groupToSvg(primitive, definitions, anchor, picture);
  }
}

function pathToSvg(primitive: PrimitiveOf<'path'>, definitions: string[]): string {
  const { path, fill, stroke, strokeWidth, dash, shadow } = primitive;
  const painted = { fill, stroke: stroke && { paint: stroke, width: strokeWidth, ...(dash && { dash }) } };
  return `${shadow ? shadowToSvg(primitive, definitions) : ''}${pathElement(path, painted, definitions)}`;
}

function shadowToSvg(primitive: PrimitiveOf<'path'>, definitions: string[]): string {
  const path = shadowPath(primitive);
  if (path) return pathToSvg(path, definitions);
  const picture = shadowPicture(primitive);
  return picture ? imageElement(picture.box, picture.uri) : '';
}

/** Returns the matrix from the coordinates of a drawing to its box on the page. */
const placeOf = ({ width, height }: Drawing, box: Box): Matrix => [
  box.width / width,
  0,
  0,
  box.height / height,
  box.x,
  box.y,
];

const imageElement = ({ x, y, width, height }: Box, uri: string): string =>
  `<image x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="none" href="${uri}"/>`;

/** Returns a rectangle for each run of dark modules. */
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
      return `<path d="${pathData(path)}"${own ? ` ${colorAttribute('fill', own)}` : ''}/>`;
    });
    return [...under, ...glyphs.map((glyph) => glyphToSvg(glyph, { box, size: layout.size, definitions }))].join('');
  });
  return `<g ${colorAttribute('fill', color)}>${lines.join('')}</g>`;
}

function glyphToSvg(
  { face, style, x, y, angle, id }: PositionedGlyph,
  { box, size, definitions }: { box: Box; size: number; definitions: string[] },
): string {
  const content = face.layers
    ? face
        .layers(id)
        .map(({ path, fill }) => `<path d="${pathData(path)}" ${paintAttribute('fill', fill, definitions)}/>`)
    : outlined(face.outline(id));
  if (content.length === 0) return '';
  const scale = (size * style.scale) / face.unitsPerEm;
  const color = style.color ? ` ${colorAttribute('fill', style.color)}` : '';
  const turned = angle === 0 ? '' : ` rotate(${n((angle * 180) / Math.PI)})`;
  return `<g transform="translate(${n(box.x + x)} ${n(box.y + y)})${turned} scale(${scale} ${-scale})"${color}>${content.join('')}</g>`;
}

const outlined = (outline: string): string[] => (outline === '' ? [] : [`<path d="${outline}"/>`]);

const uriOf = ({ format, bytes }: RasterImage): string =>
  `data:image/${format};base64,${Buffer.from(bytes).toString('base64')}`;
