import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prepare } from '../../templates-engine/elements/markup/layout/prepared-tree.ts';
import {
  boxesBySatori,
  type SatoriNode,
  type SatoriTree,
} from '../../templates-engine/elements/markup/layout/satori.ts';
import { compileTemplate, parseDesign, renderPdf } from '../../templates-engine/index.ts';

type Style = Record<string, string | number>;

/** Returns a generator of numbers from 0 to 1 that are the same in each run. */
function randomly(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Returns a random tree of boxes for a seed. Its paragraphs take the sizes in document order. */
function makeTree(seed: number): { sizes: number[]; treeOf: (sizes: readonly number[]) => SatoriTree } {
  const build = (size: (own: number) => number): SatoriTree => {
    const random = randomly(seed);
    const pick = <One>(...all: [One, ...One[]]): One => all[Math.floor(random() * all.length)] ?? all[0];
    const length = () => pick<string | number>(0, 5, 12.5, 40, 120, '10%', '33.3%', '50%');
    let count = 0;
    const paragraph = (key: string): SatoriNode => {
      const minHeight = size(random() * 40);
      const pieces = Array.from({ length: pick(1, 1, 2, 4, 8) }, () => size(random() * 60));
      const children = pieces.map((width): SatoriNode => {
        const style = { display: 'block', width, height: 0, flexShrink: 0 };
        return { type: 'div', key: null, props: { style } };
      });
      return { type: 'div', key, props: { style: { display: 'flex', flexWrap: 'wrap', minHeight }, children } };
    };
    const box = (levels: number): SatoriNode => {
      const key = String(count++);
      if (levels === 0 || random() < 0.3) return paragraph(key);
      const style: Style = { display: pick('flex', 'flex', 'flex', 'block', 'block', 'block', 'grid', 'grid', 'none') };
      const maybe = (share: number, name: string, value: () => string | number) => {
        if (random() < share) style[name] = value();
      };
      maybe(0.2, 'position', () => pick('relative', 'static', 'absolute'));
      if (style.position === 'absolute') for (const side of ['left', 'top']) maybe(0.9, side, length);
      for (const name of ['width', 'height', 'minWidth', 'maxWidth', 'minHeight', 'maxHeight'])
        maybe(0.1, name, length);
      for (const name of ['marginTop', 'marginLeft', 'paddingTop', 'paddingRight', 'rowGap']) maybe(0.2, name, length);
      maybe(0.3, 'marginRight', () => 'auto');
      maybe(0.4, 'flexDirection', () => pick('row', 'column', 'row-reverse', 'column-reverse'));
      maybe(0.3, 'flexWrap', () => pick('wrap', 'nowrap', 'wrap-reverse'));
      maybe(0.4, 'justifyContent', () => pick('center', 'flex-end', 'space-between', 'space-around'));
      maybe(0.4, 'alignItems', () => pick('center', 'flex-start', 'flex-end', 'stretch'));
      maybe(0.3, 'flexGrow', () => pick(1, 2));
      maybe(0.2, 'flexBasis', () => pick('0%', '30px'));
      maybe(0.1, 'order', () => pick(-1, 1));
      if (style.display === 'grid')
        style.gridTemplateColumns = pick('1fr 2fr', 'auto auto', '40px 1fr 10%', 'min-content max-content');
      const children = Array.from({ length: 1 + Math.floor(random() * 4) }, () => box(levels - 1));
      return { type: 'div', key, props: { style, children } };
    };
    const root = box(4);
    return { root, area: { width: 400, height: 300 }, count };
  };
  const sizes: number[] = [];
  build((own) => {
    sizes.push(own);
    return own;
  });
  return {
    sizes,
    treeOf: (given) => {
      let next = 0;
      return build(() => given[next++] ?? 0);
    },
  };
}

test('a prepared tree has the same boxes as one laid out by Satori, for any paragraph sizes', async () => {
  let ready = 0;
  for (let seed = 1; seed <= 120; seed++) {
    const { sizes, treeOf } = makeTree(seed);
    const prepared = await prepare(treeOf, sizes);
    if (!prepared) continue;
    ready++;
    for (const round of [1, 2]) {
      const random = randomly(seed + 1000 * round);
      const others = sizes.map(() => random() * 90);
      expect(prepared.boxes(others), `tree ${seed}`).toEqual(await boxesBySatori(treeOf(others)));
    }
  }
  expect(ready).toBe(120);
});

test('a table has the same layout in a used and in a fresh template', async () => {
  const design = await parseDesign(JSON.parse(await readFile('samples/transcript.json', 'utf8')));
  const used = await compileTemplate(design);
  const random = randomly(7);
  const words = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => 'Laurel').join(' ');
  for (let round = 0; round < 8; round++) {
    const rows = 1 + Math.floor(random() * 3);
    const values = new Map(
      Object.entries({
        name: words(6),
        programme: words(20),
        modules: Array.from({ length: rows }, () => `${words(12)}\t${words(2)}\t${words(3)}`).join('\n'),
        remarks: random() < 0.5 ? '' : words(40),
        date: 'today',
        organizationName: 'L',
        verificationUrl: 'https://laurel.example/verify/0',
      }),
    );
    const info = { title: 'T', author: 'A', createdAt: new Date(0) };
    const fresh = await compileTemplate(design);
    const [a, b] = [await renderPdf(used, values, info), await renderPdf(fresh, values, info)];
    expect(Buffer.from(a.pdf).equals(b.pdf)).toBe(true);
  }
});
