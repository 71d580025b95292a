import type { Locator, Page } from 'playwright-core';

/** Returns a cell of the grid of rows, by the name of its column and the number of its row in the file. It must be in sight. */
export async function cellOf(page: Page, column: string, row: number): Promise<Locator> {
  const head = page.getByRole('grid').getByRole('columnheader', { name: column, exact: true });
  const index = await head.getAttribute('aria-colindex');
  const rows = page.getByRole('grid').getByRole('row');
  const found = rows.filter({ has: page.getByRole('rowheader', { name: String(row), exact: true }) });
  return found.locator(`[role=gridcell][aria-colindex="${index}"]`);
}

/** Types a text in a cell of the grid, instead of the one that it has. */
export async function typeInCell(page: Page, column: string, row: number, text: string): Promise<void> {
  await (await cellOf(page, column, row)).click();
  await page.keyboard.insertText(text);
  await page.keyboard.press('Enter');
}

/** Returns the text of a cell, active or not. */
export async function textOfCell(page: Page, column: string, row: number): Promise<string> {
  const cell = await cellOf(page, column, row);
  const field = cell.locator('textarea');
  return (await field.count()) > 0 ? field.inputValue() : ((await cell.textContent()) ?? '');
}
