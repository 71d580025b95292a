import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import QRCode from 'qrcode';
import { plainTextOf } from '../../templates-engine/elements/text/properties.ts';
import { primaryFace } from '../../templates-engine/fonts/faces.ts';
import { type Design, fillPlaceholders, parseDesign } from '../../templates-engine/index.ts';
import { valuesOf } from '../subject.ts';

/** Names whose letters are in a single file of each font, because most tools take one file for each. */
const NAMES = ['Anne-Sophie Müller', 'Seán O’Brien', 'Zoë Ólafsdóttir', 'María de los Ángeles'];
/** QR codes that are made before. Tools take them in turns. */
const CODES = 20;
const ADDRESS = 'https://laurel.example/verify/';
type Box = [x: number, y: number, width: number, height: number];

/** The diploma as every tool draws it. Lengths are in points. `{{name}}` and `{{id}}` in texts differ for each PDF. */
export interface Subject {
  page: { width: number; height: number };
  background: string;
  faces: { family: string; weight: number; file: string }[];
  names: readonly string[];
  shapes: { box: Box; round: boolean; fill: string | null; stroke: string | null; width: number }[];
  texts: {
    box: Box;
    text: string;
    family: string;
    weight: number;
    size: number;
    lineHeight: number;
    spacing: number;
    color: string;
  }[];
  code: { box: Box };
  /** The page as HTML, without fonts. `{{code}}` is the SVG of its QR code. */
  html: string;
  /** SVGs of QR codes; empty if the diploma has none. */
  codes: string[];
  address: string;
}

/** Loads the classic diploma on a plain ground, since few tools draw gradients, with or without its QR code. */
export async function designFor(hasCode: boolean): Promise<Design> {
  const { background, elements, ...document } = JSON.parse(await readFile('samples/classic-diploma.json', 'utf8'));
  const kept = elements.filter(({ type }: { type: string }) => hasCode || type !== 'qr');
  return parseDesign({ ...document, background: { color: background.color }, elements: kept });
}

/** Returns the values of the n-th diploma. */
export const valuesFor = (n: number): Map<string, string> =>
  new Map([...valuesOf(n), ['name', `${NAMES[n % NAMES.length]} ${n}`]]);

/** Returns the diploma for other tools, and writes its fonts to a folder. */
export async function subjectOf(folder: string, hasCode: boolean): Promise<Subject> {
  const { page, background, elements } = await designFor(true);
  const values = new Map([...valuesOf(0), ['name', '{{name}}'], ['certificateId', '{{id}}']]);
  const texts: Subject['texts'] = [];
  const shapes: Subject['shapes'] = [];
  const code = { box: [0, 0, 0, 0] as Box };
  for (const element of elements) {
    const { x, y, width, height } = element;
    const box: Box = [x, y, width, height];
    if (element.showIf && 'isEmpty' in element.showIf) continue;
    if (element.type === 'qr') code.box = box;
    if (element.type === 'shape') {
      const { shape, fill, stroke, strokeWidth = 1 } = element;
      const colors = { fill: colorOf(fill), stroke: colorOf(stroke) };
      shapes.push({ box, round: shape === 'ellipse', ...colors, width: strokeWidth });
    }
    if (element.type !== 'text') continue;
    const { size, weight = 400, font: family, color = '#000000', letterSpacing = 0, lineHeight = 1.2 } = element;
    const text = fillPlaceholders(plainTextOf(element.text), values);
    const style = { family, weight, size, lineHeight, spacing: letterSpacing, color };
    texts.push({ box, text: element.uppercase ? text.toUpperCase() : text, ...style });
  }
  // In CSS pixels.
  const width = (code.box[2] / 72) * 96;
  const codes = hasCode ? Array.from({ length: CODES }, (_, n) => `${ADDRESS}${n.toString(16).padStart(64, 'a')}`) : [];
  const drawn = { page: { width: page.width, height: page.height }, background: background?.color ?? '#ffffff' };
  return {
    ...drawn,
    html: htmlOf({ ...drawn, shapes, texts, code }),
    faces: await facesOf(texts, folder),
    names: NAMES,
    ...{ shapes, texts, code },
    codes: await Promise.all(codes.map((address) => QRCode.toString(address, { type: 'svg', margin: 0, width }))),
    address: ADDRESS,
  };
}

function htmlOf({
  page,
  background,
  shapes,
  texts,
  code,
}: Pick<Subject, 'page' | 'background' | 'shapes' | 'texts' | 'code'>): string {
  const at = ([x, y, width, height]: Box) =>
    `position:absolute;left:${x}pt;top:${y}pt;width:${width}pt;height:${height}pt;box-sizing:border-box`;
  const drawn = shapes.map(({ box, round, fill, stroke, width }) => {
    const border = stroke ? `;border:${width}pt solid ${stroke}` : '';
    return `<div style="${at(box)}${fill ? `;background:${fill}` : ''}${border}${round ? ';border-radius:50%' : ''}"></div>`;
  });
  const written = texts.map(({ box, text, family, weight, size, lineHeight, spacing, color }) => {
    const font = `font-family:'${family}';font-weight:${weight};font-size:${size}pt;line-height:${lineHeight}`;
    return `<div style="${at(box)};${font};letter-spacing:${spacing}pt;color:${color};text-align:center">${text}</div>`;
  });
  const style = `@page{size:${page.width}pt ${page.height}pt;margin:0}body{margin:0;background:${background}}`;
  const body = [...drawn, ...written, `<div style="${at(code.box)}">{{code}}</div>`].join('');
  return `<html lang="en"><head><title>Diploma</title><style>${style}</style></head><body>${body}</body></html>`;
}

const colorOf = (color: unknown): string | null => (typeof color === 'string' && color !== 'none' ? color : null);

async function facesOf(texts: Subject['texts'], folder: string): Promise<Subject['faces']> {
  const faces = new Map(texts.map(({ family, weight }) => [`${family} ${weight}`, { family, weight }]));
  return Promise.all(
    [...faces.values()].map(async ({ family, weight }) => {
      const file = join(folder, `${family.replaceAll(' ', '')}-${weight}.ttf`);
      await writeFile(file, primaryFace({ family, weight, italic: false }).sfnt);
      return { family, weight, file };
    }),
  );
}
