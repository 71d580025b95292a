import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fontkit from '@pdf-lib/fontkit';
import { Resvg } from '@resvg/resvg-js';
import { PDFDocument } from 'pdf-lib';
import QRCode from 'qrcode';
import satori, { type Font } from 'satori';
import { plainTextOf } from '../templates-engine/elements/text/properties.ts';
import { type Design, fillPlaceholders } from '../templates-engine/index.ts';

const require = createRequire(import.meta.url);
const WIDTH = 1684;

const font = (name: string, file: string, weight: 400 | 600 | 700): Font => ({
  name,
  weight,
  style: 'normal',
  data: readFileSync(require.resolve(`@fontsource/${file}-latin-${weight}-normal.woff`)),
});

const FONTS = [
  font('Inter', 'inter/files/inter', 400),
  font('Inter', 'inter/files/inter', 600),
  font('Playfair Display', 'playfair-display/files/playfair-display', 700),
];

interface Node {
  type: string;
  props: Record<string, unknown>;
}

/** Runs the pipeline of the tutorials: Satori to SVG, resvg to PNG, pdf-lib with the PNG and the fonts embedded. Nothing is cached. */
export async function textbook(
  design: Design,
  values: Map<string, string>,
): Promise<{ pdf: Uint8Array; image: Uint8Array }> {
  const { width, height } = design.page;
  const children = await Promise.all(design.elements.map((element) => toNode(element, values)));
  const style = { display: 'flex', width, height, background: gradientOf(design) };
  const page: Node = { type: 'div', props: { style, children } };
  const svg = await satori(page as never, { width, height, fonts: FONTS });
  const image = new Resvg(svg, { fitTo: { mode: 'width', value: WIDTH } }).render().asPng();
  const document = await PDFDocument.create();
  document.registerFontkit(fontkit as never);
  const picture = await document.embedPng(image);
  const sheet = document.addPage([width, height]);
  sheet.drawImage(picture, { x: 0, y: 0, width, height });
  // Invisible text, so that the PDF can be searched. The fonts are embedded for it.
  for (const { data } of FONTS) {
    const embedded = await document.embedFont(data as Buffer, { subset: true });
    sheet.drawText([...values.values()].join(' '), { font: embedded, size: 8, x: 0, y: 0, opacity: 0 });
  }
  return { pdf: await document.save(), image };
}

function gradientOf({ background }: Design): string {
  if (!background?.gradient) return background?.color ?? '#ffffff';
  const stops = background.gradient.stops.map(({ offset, color }) => `${color} ${offset * 100}%`);
  return `linear-gradient(${background.gradient.angle}deg, ${stops.join(', ')})`;
}

async function toNode(element: Design['elements'][number], values: Map<string, string>): Promise<Node> {
  const { x: left, y: top, width, height } = element;
  const box = { position: 'absolute', display: 'flex', left, top, width, height };
  switch (element.type) {
    case 'text': {
      const { size: fontSize, weight: fontWeight, font: fontFamily, color, align, letterSpacing, lineHeight } = element;
      const aligned = { center: 'center', right: 'flex-end', left: 'flex-start', justify: 'flex-start' }[
        align ?? 'left'
      ];
      const text = {
        fontSize,
        fontWeight: fontWeight ?? 400,
        fontFamily,
        color: color ?? '#000',
        justifyContent: aligned,
      };
      const style = { ...box, ...text, textAlign: align ?? 'left', letterSpacing, lineHeight: lineHeight ?? 1.2 };
      const content = fillPlaceholders(plainTextOf(element.text), values);
      return { type: 'div', props: { style, children: element.uppercase ? content.toUpperCase() : content } };
    }
    case 'qr': {
      const src = await QRCode.toDataURL(values.get('verificationUrl') ?? '', { width: 300 });
      return { type: 'img', props: { src, width, height, style: box } };
    }
    case 'image':
      return { type: 'img', props: { src: element.src ?? element.asset, width, height, style: box } };
    case 'shape': {
      const border =
        element.stroke && element.stroke !== 'none'
          ? `${element.strokeWidth ?? 1}px solid ${element.stroke}`
          : undefined;
      const background = element.fill && element.fill !== 'none' ? element.fill : undefined;
      return { type: 'div', props: { style: { ...box, border, background, borderRadius: element.radius } } };
    }
    case 'markup':
      throw new Error('only designs without markup can be compared');
  }
}
