import { detail } from '../../../errors/detail.ts';
import { placeholdersOf } from '../../text/placeholders.ts';
import type { ShownValues } from '../../text/values.ts';
import type { ElementFault } from '../shared/kind.ts';
import { linesOf } from './expand/scope.ts';
import { isCell } from './grammar/check-members.ts';
import { elementsOf, isElement, type MarkupElement } from './grammar/node.ts';

/** Returns a warning for each variable with a line that has more or fewer cells than its table shows. Names the first such line. */
export function unevenLines(root: MarkupElement, values: ShownValues): ElementFault[] {
  return [...elementsOf(root)].flatMap(({ element }) => {
    if (!element.each) return [];
    const { variable, as } = element.each;
    const columns = columnsOf(element, as);
    if (columns === 0) return [];
    const counts = linesOf(values.get(variable.trim()) ?? '').map((line) => line.split('\t').length);
    const index = counts.findIndex((count) => count !== columns);
    const params = { line: index + 1, cells: counts[index] ?? 0, columns };
    return index < 0 ? [] : [{ detail: detail('', 'uneven_lines', params), variable: variable.trim() }];
  });
}

/** Returns the highest number of a cell that the content of a row shows; 0 if it shows whole lines. */
function columnsOf(element: MarkupElement, row: string): number {
  const texts = [...elementsOf(element)].flatMap(({ element: { children = [], href } }) => [
    ...children.flatMap((node) => (isElement(node) ? [] : node)),
    ...(href === undefined ? [] : [href]),
  ]);
  const cells = texts.flatMap((text) => placeholdersOf(text) ?? []).filter((name) => isCell(name, row));
  return Math.max(0, ...cells.map((name) => Number(name.slice(row.length + 1))));
}
