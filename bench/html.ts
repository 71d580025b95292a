import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import escapeHtml from 'escape-html';
import QRCode from 'qrcode';
import { plainTextOf } from '../templates-engine/elements/text/properties.ts';
import { type Design, fillPlaceholders } from '../templates-engine/index.ts';

const require = createRequire(import.meta.url);
const face = (family: string, file: string, weight: number) => {
  const data = readFileSync(require.resolve(`@fontsource/${file}-latin-${weight}-normal.woff2`)).toString('base64');
  return `@font-face{font-family:'${family}';font-weight:${weight};src:url(data:font/woff2;base64,${data})}`;
};
const FACES = [
  face('Inter', 'inter/files/inter', 400),
  face('Inter', 'inter/files/inter', 600),
  face('Playfair Display', 'playfair-display/files/playfair-display', 700),
].join('');

/** Returns the certificate as an HTML page for a browser. */
export async function htmlOf(design: Design, values: Map<string, string>): Promise<string> {
  const elements = await Promise.all(design.elements.map((element) => toHtml(element, values)));
  const stops = design.background?.gradient?.stops.map(({ offset, color }) => `${color} ${offset * 100}%`) ?? [];
  const ground = stops.length > 0 ? `linear-gradient(${design.background?.gradient?.angle}deg,${stops})` : '#fff';
  return `<style>${FACES}*{box-sizing:border-box}body{margin:0;background:${ground}}div,img{position:absolute}</style>${elements.join('')}`;
}

async function toHtml(element: Design['elements'][number], values: Map<string, string>): Promise<string> {
  const { x, y, width, height } = element;
  const box = `left:${x}px;top:${y}px;width:${width}px;height:${height}px`;
  switch (element.type) {
    case 'text': {
      const { size, weight = 400, font, color = '#000', align = 'left', letterSpacing = 0, lineHeight = 1.2 } = element;
      const style = `${box};font:${weight} ${size}px/${lineHeight} '${font}';color:${color};text-align:${align};letter-spacing:${letterSpacing}px`;
      return `<div style="${style}">${escapeHtml(fillPlaceholders(plainTextOf(element.text), values))}</div>`;
    }
    case 'qr':
      return `<img style="${box}" src="${await QRCode.toDataURL(values.get('verificationUrl') ?? '')}">`;
    case 'image':
      return `<img style="${box}" src="${element.src ?? element.asset}">`;
    case 'shape':
      return `<div style="${box};background:${element.fill ?? 'none'};border:${element.strokeWidth ?? 1}px solid ${element.stroke ?? 'transparent'};border-radius:${element.radius ?? 0}px"></div>`;
    case 'markup':
      throw new Error('only designs without markup can be compared');
  }
}
