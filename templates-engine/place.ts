import { parseColor, type Rgba } from './colors.ts';
import type { CompiledTemplate } from './compile.ts';
import type { DesignElement, TextElement } from './design.ts';
import type { Problem } from './errors.ts';
import { ellipsePath, fitBox, type PathCommand, rectanglePath } from './geometry.ts';
import type { Drawing, Drawn, Placed, PlacedElement } from './placed.ts';
import { BUILT_IN_VARIABLES, fill, type TextPart, type Values, variablesOf } from './placeholders.ts';
import { encodeQr, NO_CODE, QR_CAPACITY, type QrModules } from './qr.ts';
import { layOutText } from './text-layout.ts';

const BLACK: Rgba = { red: 0, green: 0, blue: 0, alpha: 1, hex: '#000000' };
/** Fills a template in and places everything on the page; problems say what does not fit or can't be shown. */
export function placeTemplate(template: CompiledTemplate, values: Values): { placed: Placed; problems: Problem[] } {
  const problems: Problem[] = [];
  const elements = template.design.elements.map((element, index): PlacedElement => {
    const { x, y, width, height } = element;
    const content = fill(template.parts[index] ?? [], values);
    const { drawing, fault } = drawOnce(template, element, index, content);
    if (fault)
      problems.push({
        ...fault,
        element: index,
        variable: blame(template.parts[index] ?? [], values, fault.characters),
      });
    return { drawing, opacity: element.opacity ?? 1, rotation: element.rotation ?? 0, around: { x, y, width, height } };
  });
  return { placed: { page: template.design.page, elements: [...template.background, ...elements] }, problems };
}

const REMEMBERED = 1000;

/** What was drawn for a text is kept: most of a batch's texts are the same in every certificate. */
function drawOnce(template: CompiledTemplate, element: DesignElement, index: number, content: string): Drawn {
  const { drawings } = template;
  const key = `${index} ${content}`;
  const known = drawings.get(key);
  if (known) return known;
  const drawn = draw(template, element, content);
  if (drawings.size >= REMEMBERED) drawings.clear();
  drawings.set(key, drawn);
  return drawn;
}

function draw(template: CompiledTemplate, element: DesignElement, content: string): Drawn {
  switch (element.type) {
    case 'text':
      return drawText(element, content);
    case 'qr':
      return drawQr(element, content);
    case 'shape':
      return { drawing: drawShape(element) };
    case 'image':
      return { drawing: drawImage(template, element) };
  }
}

/** The variable that a fault is told of: one that has the characters, else the longest. */
function blame(parts: readonly TextPart[], values: Values, characters: readonly string[] = []): string | null {
  const names = variablesOf(parts).filter((name) => !BUILT_IN_VARIABLES.includes(name));
  const shown = (name: string) => values.get(name)?.normalize('NFC') ?? '';
  const holder = names.find((name) =>
    characters.some((character) => shown(name).toLocaleUpperCase('und').includes(character.toLocaleUpperCase('und'))),
  );
  if (characters.length > 0) return holder ?? null;
  return names.sort((a, b) => shown(b).length - shown(a).length)[0] ?? null;
}

function drawText(element: TextElement, content: string): Drawn {
  const layout = layOutText(element, content);
  const { x, y, width, height } = element;
  const drawing: Drawing = {
    kind: 'text',
    box: { x, y, width, height },
    layout,
    color: parseColor(element.color) ?? BLACK,
  };
  if (layout.unsupported.length > 0) {
    const shown = layout.unsupported
      .map((character) => `${JSON.stringify(character)} (${codes(character)})`)
      .join(', ');
    return {
      drawing,
      fault: {
        kind: 'unsupported-characters',
        message: `has characters that no font can show: ${shown}`,
        characters: layout.unsupported,
      },
    };
  }
  const smallest = element.minSize ?? element.size;
  const message = `does not fit its box of ${width} by ${height} points, not even at ${smallest} points`;
  return layout.overflows ? { drawing, fault: { kind: 'overflow', message } } : { drawing };
}

const codes = (character: string): string =>
  [...character]
    .map((point) => `U+${(point.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`)
    .join(' ');

function drawShape(element: Extract<DesignElement, { type: 'shape' }>): Drawing {
  const { x, y, width, height } = element;
  const line: PathCommand[] = [
    ['M', x, y],
    ['L', x + width, y + (height > width ? height : 0)],
  ];
  const path =
    element.shape === 'line'
      ? line
      : element.shape === 'ellipse'
        ? ellipsePath(element)
        : rectanglePath(element, element.radius);
  const isLine = element.shape === 'line';
  const stroke = parseColor(element.stroke) ?? (isLine ? BLACK : null);
  return {
    kind: 'path',
    path,
    fill: isLine ? null : parseColor(element.fill),
    stroke,
    strokeWidth: element.strokeWidth ?? 1,
  };
}

function drawImage(template: CompiledTemplate, element: Extract<DesignElement, { type: 'image' }>): Drawing {
  const image = template.images.get(element.src ?? element.asset ?? '');
  if (!image) throw new Error('the image was not compiled');
  const fit = element.fit ?? 'contain';
  const isClipped = fit === 'cover' || (element.radius ?? 0) > 0;
  return {
    kind: 'image',
    image,
    box: fitBox(element, image, fit),
    clip: isClipped ? rectanglePath(element, element.radius) : null,
  };
}

function drawQr(element: Extract<DesignElement, { type: 'qr' }>, value: string): Drawn {
  const background = parseColor(element.background);
  const side = Math.min(element.width, element.height);
  const box = {
    x: element.x + (element.width - side) / 2,
    y: element.y + (element.height - side) / 2,
    width: side,
    height: side,
  };
  const base = { kind: 'qr' as const, box, color: parseColor(element.color) ?? BLACK, background, value };
  const bytes = Buffer.byteLength(value);
  if (bytes > QR_CAPACITY) {
    const message = `is too long for a QR code: ${bytes} bytes, at most ${QR_CAPACITY}`;
    return { drawing: { ...base, code: () => NO_CODE }, fault: { kind: 'overflow', message } };
  }
  let made: QrModules | undefined;
  const code = () => {
    made ??= encodeQr(value, box, background !== null);
    return made;
  };
  return { drawing: { ...base, code } };
}
