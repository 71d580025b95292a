import { readFile } from 'node:fs/promises';
import type { Subject } from './subject.ts';

/** Pixels of a point at 144 dpi. */
const SCALE = 2;

/** The part of `@takumi-rs/core` 2 that the benchmark uses. The package is installed only to be measured. */
interface Takumi {
  Renderer: new () => {
    registerFont(font: { name: string; weight: number; data: Uint8Array }): Promise<unknown>;
    render(node: object, options: object): Promise<Uint8Array>;
  };
}

/** Returns a function that draws the n-th diploma as a PNG with Takumi; null if it is not installed. */
export async function takumi(subject: Subject): Promise<((n: number) => Promise<Uint8Array>) | null> {
  const name = '@takumi-rs/core';
  const found: Takumi | null = await import(name).catch(() => null);
  if (!found) return null;
  const renderer = new found.Renderer();
  for (const { family, weight, file } of subject.faces)
    await renderer.registerFont({ name: family, weight, data: await readFile(file) });
  const { width, height } = subject.page;
  return (n) =>
    renderer.render(pageOf(subject, n), {
      width: width * SCALE,
      height: height * SCALE,
      format: 'png',
      images: codeOf(subject, n),
    });
}

const codeOf = ({ codes }: Subject, n: number) => {
  const code = codes[n % codes.length];
  return code === undefined ? [] : [{ src: 'code', data: Buffer.from(code) }];
};

function pageOf({ background, names, shapes, texts, code, codes }: Subject, n: number): object {
  const px = (points: number) => `${points * SCALE}px`;
  const at = ([x, y, width, height]: Subject['code']['box']) => ({
    ...{ position: 'absolute', left: px(x), top: px(y), width: px(width), height: px(height) },
    boxSizing: 'border-box',
  });
  const drawn = shapes.map(({ box, round, fill, stroke, width }) => ({
    type: 'container',
    style: {
      ...at(box),
      ...(fill && { backgroundColor: fill }),
      ...(stroke && { border: `${px(width)} solid ${stroke}` }),
      ...(round && { borderRadius: '50%' }),
    },
  }));
  const filled = (text: string) =>
    text.replace('{{name}}', `${names[n % names.length]} ${n}`).replace('{{id}}', n.toString(16).padStart(32, '0'));
  const written = texts.map(({ box, text, family, weight, size, lineHeight, spacing, color }) => ({
    type: 'text',
    text: filled(text),
    style: {
      ...{ ...at(box), fontFamily: family, fontWeight: weight, fontSize: px(size), lineHeight },
      ...{ letterSpacing: px(spacing), color, textAlign: 'center' },
    },
  }));
  const picture = codes.length > 0 ? [{ type: 'image', src: 'code', style: at(code.box) }] : [];
  return {
    type: 'container',
    style: { width: '100%', height: '100%', backgroundColor: background },
    children: [...drawn, ...written, ...picture],
  };
}
