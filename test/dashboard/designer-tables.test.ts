import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { browserTest, expectAccessible, openPage, signIn } from '../support/browser.ts';
import { Laurel, type Tenant } from '../support/laurel.ts';
import { nativeClient, sessionOf } from '../support/people.ts';

let laurel: Laurel;
let tenant: Tenant;
let admin: ReturnType<typeof nativeClient>;
beforeAll(async () => {
  laurel = await Laurel.shared();
  tenant = await laurel.tenant();
  admin = nativeClient(laurel, await sessionOf(laurel, tenant, 'admin@designer-tables.example', 'admin'));
});

interface Node {
  type: string;
  style?: Record<string, string | number>;
  each?: { variable: string; as: string; stripe?: string };
  children?: (Node | string)[];
  [member: string]: unknown;
}

const cell = (type: string, text: string, more: object = {}): Node => ({ type, ...more, children: [text] });
const row = (...children: Node[]): Node => ({ type: 'tr', children });
const NAME = { type: 'text', x: 10, y: 560, width: 300, height: 24, text: '{{name}}', font: 'Inter', size: 14 };

/** Opens the designer with a table of 400 by 120 points. */
async function openTable(root: object): Promise<{ page: Page & { faults: string[] }; stored: () => Promise<Node> }> {
  const design = {
    ...{ name: 'Table', recipientNameVariable: 'name', page: { width: 842, height: 595 } },
    elements: [NAME, { type: 'markup', x: 100, y: 100, width: 400, height: 160, root, editor: { name: 'Grades' } }],
  };
  const { id } = await admin.designs.create.mutate({ design });
  const page = await openPage(laurel, { viewport: { width: 1440, height: 900 } });
  await signIn(page, 'admin@designer-tables.example');
  await page.goto(`/o/${tenant.organisationId}/templates/${id}`);
  await page.locator('canvas[data-current]').waitFor();
  const stored = async () => {
    await page.getByText('Saved', { exact: true }).waitFor();
    const { design: now } = await admin.designs.get.query({ id });
    return (now as unknown as { elements: { root: Node }[] }).elements[1]?.root as Node;
  };
  return { page, stored };
}

const open = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Grades', exact: true }).dblclick({ force: true });
  await page.getByRole('grid', { name: 'Table on the page' }).waitFor();
};

const tableOf = (root: Node): Node => (root.type === 'table' ? root : (root.children?.[0] as Node));
/** Returns the texts of the cells, row by row. */
function textsOf(root: Node): string[][] {
  const rows = (node: Node): Node[] =>
    (node.children ?? []).flatMap((child) =>
      typeof child === 'string' ? [] : child.type === 'tr' ? [child] : rows(child),
    );
  return rows(tableOf(root)).map(({ children = [] }) =>
    children.flatMap((child) => (typeof child === 'string' ? [] : [(child.children ?? []).join('')])),
  );
}

const firstRowOf = ({ children = [] }: Node): Node => children[0] as Node;

const PLAIN = {
  type: 'div',
  style: { fontSize: 12 },
  children: [
    {
      type: 'table',
      children: [
        { type: 'thead', children: [row(cell('th', 'Course'), cell('th', 'Grade'))] },
        {
          type: 'tbody',
          children: [row(cell('td', 'Harmony'), cell('td', 'A')), row(cell('td', 'Rhythm'), cell('td', 'B'))],
        },
      ],
    },
  ],
};

browserTest('cells of a table are typed on the page, and keys lead from cell to cell', async () => {
  const { page, stored } = await openTable(PLAIN);
  await open(page);
  const at = (r: number, c: number) => page.getByRole('textbox', { name: `Row ${r}, column ${c}` });
  await page.getByRole('gridcell', { name: 'Harmony' }).click();
  await at(2, 1).waitFor();
  await page.keyboard.type(' I');
  await page.keyboard.press('Tab');
  await at(2, 2).waitFor();
  await page.keyboard.type('A+');
  await page.keyboard.press('Enter');
  await at(3, 2).waitFor();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await at(1, 2).waitFor();
  await expectAccessible(page);
  await page.keyboard.press('Shift+Tab');
  await at(1, 1).waitFor();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowRight');
  await at(1, 2).waitFor();
  // After the last cell, Tab adds a row.
  await page.getByRole('gridcell', { name: 'B', exact: true }).click();
  await page.keyboard.press('Tab');
  await at(4, 1).waitFor();
  await page.keyboard.type('Singing <b>&{{name}}');
  expect(textsOf(await stored())).toEqual([
    ['Course', 'Grade'],
    ['Harmony I', 'A+'],
    ['Rhythm', 'B'],
    ['Singing <b>&{{name}}', ''],
  ]);
  for (const _ of ['typing', 'row']) await page.keyboard.press('Control+z');
  expect(textsOf(await stored())).toEqual([
    ['Course', 'Grade'],
    ['Harmony I', 'A+'],
    ['Rhythm', 'B'],
  ]);
  await page.keyboard.press('Escape');
  await page.getByRole('grid').waitFor({ state: 'detached' });
  expect(await page.evaluate("document.activeElement?.getAttribute('aria-label')")).toBe('Grades');
  await page.locator('canvas[data-current]').waitFor();
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.getByText('No problems found with the sample values.').waitFor();
  expect(page.faults).toEqual([]);
});

browserTest('columns and rows are added, moved, sized and removed, each as one step', async () => {
  const { page, stored } = await openTable(PLAIN);
  await open(page);
  const act = async (menu: string, action: string) => {
    await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: menu, exact: true }).click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };
  await page.getByRole('gridcell', { name: 'Harmony' }).click();
  await act('Column', 'Add column right');
  await page.keyboard.type('12');
  await act('Column', 'Move column right');
  await act('Row', 'Move row down');
  await act('Row', 'Add row above');
  await page.keyboard.type('new');
  const full = [
    ['Course', 'Grade', 'Column 2'],
    ['Rhythm', 'B', ''],
    ['', '', 'new'],
    ['Harmony', 'A', '12'],
  ];
  expect(textsOf(await stored())).toEqual(full);
  await act('Row', 'Delete row');
  await page.getByRole('gridcell', { name: 'A', exact: true }).click();
  await act('Column', 'Delete column');
  expect(textsOf(await stored())).toEqual([
    ['Course', 'Column 2'],
    ['Rhythm', ''],
    ['Harmony', '12'],
  ]);
  for (const _ of ['column', 'row']) await page.keyboard.press('Control+z');
  expect(textsOf(await stored())).toEqual(full);
  // The edge between two columns follows the pointer, in one step.
  const first = page.getByRole('columnheader', { name: 'Course' });
  const before = await first.boundingBox();
  if (!before) throw new Error('the header is not visible');
  await page.mouse.move(before.x + before.width, before.y + before.height / 2);
  await page.mouse.down();
  await page.mouse.move(before.x + before.width + 60, before.y + before.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeGreaterThan(before.width + 50);
  await expect.poll(async () => (await first.boundingBox())?.width ?? 0).toBeLessThan(before.width + 70);
  await page.mouse.move(before.x + 20, before.y + before.height);
  await page.mouse.down();
  await page.mouse.move(before.x + 20, before.y + before.height + 30, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await first.boundingBox())?.height ?? 0).toBeGreaterThan(before.height + 20);
  for (const _ of ['row', 'column']) await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => Math.round((await first.boundingBox())?.width ?? 0)).toBe(Math.round(before.width));
  expect(page.faults).toEqual([]);
});

browserTest('a row repeats for the lines of a variable, by columns, and looks are set with controls', async () => {
  const { page, stored } = await openTable(PLAIN);
  await page.getByRole('button', { name: 'Grades', exact: true }).focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Row', { exact: true }).selectOption('2');
  const lines = page.getByRole('combobox', { name: 'One row per line of' });
  await lines.fill('results');
  await lines.press('Enter');
  await page.getByLabel('Cell 1 shows').selectOption('2');
  await page.getByLabel('Cell 2 shows').selectOption('1');
  const bound = async () => firstRowOf(tableOf(await stored()).children?.[1] as Node);
  expect(await bound()).toMatchObject({ each: { variable: 'results', as: 'row' } });
  expect(textsOf(await stored())[1]).toEqual(['{{row.2}}', '{{row.1}}']);
  await page.getByRole('checkbox', { name: 'Stripes' }).check();
  await page.getByLabel('Borders').selectOption('grid');
  await page.getByLabel('Text size').fill('11');
  await page.getByRole('checkbox', { name: 'Header background', exact: true }).check();
  await expectAccessible(page);
  expect(await bound()).toMatchObject({ each: { stripe: expect.stringMatching(/^#/) } });
  expect(await stored()).toMatchObject({ style: { fontSize: 11 } });
  await page.getByRole('tab', { name: 'Variables' }).click();
  await page.getByRole('button', { name: /^results/ }).click();
  await page
    .getByRole('region', { name: /^results/ })
    .getByLabel('Test value')
    .fill('A\tHarmony\nB\tRhythm');
  await page.getByRole('tab', { name: 'Checks' }).click();
  await page.locator('canvas[data-current]').waitFor();
  await page.getByText('No problems found with the sample values.').waitFor();
  // A single row again has the values of the first line.
  await page.getByRole('tab', { name: 'Properties' }).click();
  await page.getByLabel('Row', { exact: true }).selectOption('2');
  await page.getByRole('button', { name: 'Make it a single row' }).click();
  expect(textsOf(await stored())[1]).toEqual(['Harmony', 'A']);
  await page.getByRole('switch', { name: 'Header row' }).uncheck();
  expect(JSON.stringify(await stored())).not.toContain('"th"');
  expect(page.faults).toEqual([]);
});

browserTest('parts of a table that the editor cannot express are kept', async () => {
  const rich = cell('td', '', { children: ['Some ', { type: 'strong', children: ['bold'] }], tw: 'italic' });
  const root = {
    type: 'div',
    tw: 'p-2',
    children: [
      { type: 'p', children: ['Above'] },
      {
        type: 'table',
        style: { borderLeft: '3px dashed #aa0000' },
        children: [{ ...row(rich, cell('td', 'plain')), if: { variable: 'name', isNotEmpty: true } }],
      },
    ],
  };
  const { page, stored } = await openTable(root);
  await open(page);
  await page.getByRole('gridcell', { name: 'plain' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('typed');
  await page.getByRole('toolbar', { name: 'Table' }).getByRole('button', { name: 'Column', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Move column left' }).click();
  const table = root.children[1];
  expect(await stored()).toEqual({
    ...root,
    children: [
      root.children[0],
      { ...table, children: [{ ...(table?.children[0] as object), children: [cell('td', 'typed'), rich] }] },
    ],
  });
  await expect.poll(() => page.getByLabel('Borders').locator('option:checked').textContent()).toBe('Custom');
  await page.getByText('Code', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Code' }).waitFor();
  expect(page.faults).toEqual([]);
});
