import type { Box } from '../graphics/geometry.ts';
import { type PathCommand, rectanglePath } from '../graphics/path.ts';
import { colorAttribute, svgNumber as n, paintAttribute, pathData, pathElement } from '../graphics/svg-paint.ts';
import { resampledUri } from '../scene/resampled.ts';
import type { Primitive, PrimitiveOf, QrModules, RasterImage, SceneElement } from '../scene/scene.ts';
import { shadowPath, shadowPicture } from '../scene/shadow.ts';
import { type PositionedGlyph, positionGlyphs } from '../text/glyph-positions.ts';
import { underlinesOf } from '../text/underlines.ts';
import { layerAnchor } from './layer-anchor.ts';

/** Elements as an SVG that shows a part of the page; text is outlines, so that a renderer needs no fonts. */
export function sceneToSvg({ x, y, width, height }: Box, elements: readonly SceneElement[]): string {
  const definitions: string[] = [];
  const body = elements.map((element) => {
    const anchor = isLayer(element) ? layerAnchor(element, { x, y, width, height }) : '';
    return anchor === null ? '' : wrap(element, elementToSvg(element.primitive, definitions, anchor));
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${x} ${y} ${width} ${height}"><defs>${definitions.join('')}</defs>${body.join('')}</svg>`;
}

/** Whether an element is drawn as a picture of its own, which is then painted on the page. */
const isLayer = ({ primitive, opacity }: SceneElement): boolean =>
  opacity < 1 || (primitive.kind === 'image' && primitive.clip !== null);

function wrap({ opacity, rotation, box }: SceneElement, content: string): string {
  const transform = rotation
    ? ` transform="rotate(${rotation} ${n(box.x + box.width / 2)} ${n(box.y + box.height / 2)})"`
    : '';
  return opacity === 1 && !transform
    ? content
    : `<g${opacity === 1 ? '' : ` opacity="${opacity}"`}${transform}>${content}</g>`;
}

/** `anchor` goes into each group of it that is a layer. */
function elementToSvg(primitive: Primitive, definitions: string[], anchor: string): string {
  return `${anchor}${primitiveToSvg(primitive, definitions, anchor)}`;
}

function primitiveToSvg(primitive: Primitive, definitions: string[], anchor: string): string {
  switch (primitive.kind) {
    case 'path':
      return pathToSvg(primitive, definitions);
    case 'image': {
      const { box, clip, image } = primitive;
      const id = `d${definitions.length}`;
      if (clip) definitions.push(`<clipPath id="${id}"><path d="${pathData(clip)}"/></clipPath>`);
      return `<g${clip ? ` clip-path="url(#${id})"` : ''}>${anchor}${imageElement(box, resampledUri(image, box) ?? uriOf(image))}</g>`;
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

const imageElement = ({ x, y, width, height }: Box, uri: string): string =>
  `<image x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" preserveAspectRatio="none" href="${uri}"/>`;

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
