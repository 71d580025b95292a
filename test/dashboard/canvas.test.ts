import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn, untilQuiet } from '../support/browser.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant({ design: 'classic-diploma' });
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@canvas.example', 'admin'));
});

/** Minimum content of a design: the recipient's name. */
const NAME = {
  type: 'text' as const,
  text: '{{name}}',
  font: 'Lora',
  size: 12,
  x: 10,
  y: 575,
  width: 400,
  height: 20,
};

/** Counts the components that React renders, inside and outside the designed page. React reports each commit to its devtools. */
const COUNT_RENDERS = `
  const counts = { commits: 0, onPage: 0, elsewhere: 0 };
  const hostOf = (fiber) => {
    for (let at = fiber; at; at = at.return) if (at.stateNode instanceof Element) return at.stateNode;
    return null;
  };
  const count = (fiber) => {
    for (let at = fiber; at; at = at.sibling) {
      const before = at.alternate;
      const isComponent = typeof at.type !== 'string' && at.type !== null;
      if (before && isComponent && at.flags & 1) counts[hostOf(at)?.closest('[class*=frameOfRulers]') ? 'onPage' : 'elsewhere']++;
      if (!before || at.child !== before.child) count(at.child);
    }
  };
  globalThis.renders = counts;
  globalThis.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    supportsFiber: true,
    inject: () => 1,
    onCommitFiberRoot: (_, root) => { counts.commits++; count(root.current.child); },
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
  };
`;

browserTest('dragging one of 100 elements renders only that element and is one step of the history', async () => {
  const elements = Array.from({ length: 100 }, (_, index) => ({
    type: 'shape' as const,
    shape: 'rectangle' as const,
    x: 10 + (index % 10) * 80,
    y: 10 + Math.floor(index / 10) * 57,
    width: 60,
    height: 40,
    fill: '#8844aa',
    editor: { name: `Tile ${index}` },
  }));
  const { id } = await admin.designs.create.mutate({
    design: {
      name: 'A hundred tiles',
      recipientNameVariable: 'name',
      page: { width: 842, height: 595 },
      elements: [...elements, NAME],
    },
  });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await page.addInitScript(COUNT_RENDERS);
  await signIn(page, 'admin@canvas.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.locator('canvas[data-current]').waitFor();
  const tile = page.getByRole('button', { name: 'Tile 44' });
  const at = await tile.boundingBox();
  if (!at) throw new Error('the tile is not visible');
  const [x, y] = [at.x + at.width / 2, at.y + at.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y + 10);
  await page.evaluate('renders.onPage = renders.elsewhere = renders.commits = 0');
  await page.mouse.move(x + 90, y + 45, { steps: 20 });
  const renders = (await page.evaluate('renders')) as { commits: number; onPage: number; elsewhere: number };
  expect(renders.commits).toBeGreaterThan(0);
  expect(renders.elsewhere).toBe(0);
  // The element and the overlay of the page with its content. Rendering all 100 elements would give hundreds.
  expect(renders.onPage / renders.commits).toBeLessThan(20);
  const moved = await tile.boundingBox();
  expect(moved?.x).toBeGreaterThan(at.x + 40);
  await page.mouse.up();
  expect((await tile.boundingBox())?.x).toBe(moved?.x);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect((await tile.boundingBox())?.x).toBe(at.x);
  await expect.poll(() => page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
  expect(page.faults).toEqual([]);
});

browserTest('a design from elsewhere triggers no requests to other addresses', async () => {
  const asked: string[] = [];
  const outside = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.end();
  });
  await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
  atEndOfFile(() => void outside.close());
  const at = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const box = { x: 10, y: 10, width: 60, height: 40 };
  const picture = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
  const { id } = await admin.designs.create.mutate({
    design: {
      ...{ name: 'From elsewhere', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
      background: {
        image: `${at}/background.png`,
        gradient: { stops: [0, 1].map((offset) => ({ offset, color: `red), url(${at}/gradient.png` })) },
      },
      achievement: { image: `${at}/achievement.png` },
      elements: [
        { type: 'image', ...box, src: `${at}/image.png`, editor: { name: 'Outside' } },
        { type: 'image', ...box, src: picture, editor: { name: 'Inside' } },
        { type: 'shape', shape: 'rectangle', ...box, fill: `url(${at}/fill.svg#x)` },
        NAME,
      ],
    },
  });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@canvas.example');
  const answer = await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  expect(answer?.headers()['content-security-policy']).toContain("img-src 'self' data: blob:;");
  await page.getByRole('button', { name: 'Inside' }).waitFor();
  await untilQuiet(page);
  // The page records requests blocked by the policy as faults.
  expect(page.faults).toEqual([]);
  expect(asked).toEqual([]);
});

browserTest('a design from elsewhere with extreme font sizes does not freeze the designer', async () => {
  const text = { ...NAME, text: '{{name}} '.repeat(200), minSize: 1 };
  const sizes = [{ size: 1e300 }, { size: 1e6 }, { size: 50, minSize: 'small' }, { size: -1, minSize: -1e300 }];
  const { id } = await admin.designs.create.mutate({
    design: {
      ...{ name: 'Extreme', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
      elements: [...sizes.map((size) => ({ ...text, ...size })), ...Array(100).fill({ ...text, size: 1000 }), NAME],
    },
  });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@canvas.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.getByRole('button', { name: 'Add text' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('an SVG from elsewhere that is costly to draw does not freeze the designer', async () => {
  const levels = Array.from({ length: 11 }, (_, level) => {
    const copies = `<use href="#level${level}"/>`.repeat(10);
    return `<g id="level${level + 1}">${copies}</g>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="40"><g id="level0"/>${levels.join('')}</svg>`;
  const image = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
  const { id } = await admin.designs.create.mutate({
    design: {
      ...{ name: 'Costly', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
      background: { image },
      achievement: { image },
      elements: [{ type: 'image', x: 10, y: 10, width: 60, height: 40, src: image }, NAME],
    },
  });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@canvas.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.getByLabel('Criteria', { exact: true }).fill('Attended every lesson.');
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add image' }).click();
  await (await choosing).setFiles([{ name: 'Mark.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg) }]);
  await page.getByText('Saved', { exact: true }).waitFor();
  const { elements } = (await admin.designs.get.query({ id })).design as { elements: object[] };
  expect(elements.at(-1)).toMatchObject({ src: image, width: 50, height: 40 });
});

browserTest('an ornament is inserted in the brand colour, at a size that fits, as one group', async () => {
  await admin.organisation.update.mutate({ brandColor: '#7a1f5c' });
  const { id } = await admin.designs.create.mutate({
    design: { name: 'Framed', recipientNameVariable: 'name', page: { width: 420, height: 595 }, elements: [NAME] },
  });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await signIn(page, 'admin@canvas.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  const menu = page.getByRole('button', { name: 'Add ornament' });
  await menu.waitFor();
  await untilQuiet(page);
  const before = loaded.length;
  // By keyboard. The pointer has the same effect.
  await menu.press('Enter');
  await page.getByRole('button', { name: 'Add double rule' }).waitFor();
  expect(loaded.slice(before).some((url) => url.endsWith('.js'))).toBe(true);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Add double rule' }).press('Enter');
  await page.getByRole('button', { name: 'Add double rule' }).waitFor({ state: 'detached' });
  await menu.click();
  await page.getByRole('button', { name: 'Add scrollwork corners' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
  await page.locator('canvas[data-current]').waitFor();
  const { design } = await admin.designs.get.query({ id });
  const { elements } = design as { elements: Record<string, unknown>[] };
  const [, ...added] = elements;
  expect(added).toHaveLength(3);
  expect(JSON.stringify(added)).toContain('#7a1f5c');
  expect(JSON.stringify(added)).not.toContain('#a77f35');
  expect(added.slice(0, 2).map(({ editor }) => editor)).toEqual([{ group: 'Double rule' }, { group: 'Double rule' }]);
  for (const { rotation, width, height, x, y } of added as Record<string, number>[]) {
    // A landscape frame is rotated for a portrait page.
    expect(rotation).toBe(90);
    const [across, down] = [height ?? 0, width ?? 0];
    expect(across).toBeLessThanOrEqual(420 - 55);
    expect(down).toBeLessThanOrEqual(595 - 55);
    expect((x ?? 0) + down / 2).toBeCloseTo(210, 0);
    expect((y ?? 0) + across / 2).toBeCloseTo(297.5, 0);
  }
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByText('No problems found with the sample values.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest("fonts load after a page's first pictures, and only for the selected text", async () => {
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname + new URL(request.url()).search));
  const fonts = () => asked.filter((path) => path.startsWith('/fonts/'));
  const before: string[] = [];
  await page.route(/\/trpc\/[^?]*designs\.draw/, async (route) => {
    // The browser has drawn the texts in the system font.
    await page.locator('[data-item]').getByText('Diploma of Distinction').waitFor();
    before.push(...fonts());
    await route.continue();
  });
  await signIn(page, 'admin@canvas.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${tenant.templateId}`);
  await page.locator('canvas[data-current]').waitFor();
  await untilQuiet(page);
  expect(asked.some((path) => path.includes('designs.draw'))).toBe(true);
  expect([...before, ...fonts()]).toEqual([]);
  const font = page.waitForRequest((request) => request.url().includes('/fonts/'));
  await page.getByRole('button', { name: 'Diploma of Distinction' }).press('Enter');
  await font;
  expect(fonts()).toHaveLength(1);
  expect(page.faults).toEqual([]);
});
