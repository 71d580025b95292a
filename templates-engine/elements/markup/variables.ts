import { parsePlaceholders, variablesOf } from '../../text/placeholders.ts';
import { isCell } from './grammar/check-members.ts';
import { isElement, type MarkupElement, type MarkupNode } from './grammar/node.ts';

/** Calls `visit` for every node with the names of the rows around it. */
function walk(
  node: MarkupNode,
  rows: readonly string[],
  visit: (node: MarkupNode, rows: readonly string[]) => void,
): void {
  const inside = isElement(node) && node.each ? [...rows, node.each.as] : rows;
  visit(node, inside);
  if (isElement(node)) for (const child of node.children ?? []) walk(child, inside, visit);
}

const isOfRow = (name: string, rows: readonly string[]): boolean =>
  rows.some((row) => name === row || isCell(name, row));

/** The texts of a tree in the order of reading, without the lines and cells of rows, which are of a variable that `each` names. */
export function textsOf(root: MarkupElement): string[] {
  const texts: string[] = [];
  walk(root, [], (node, rows) => {
    if (isElement(node)) return;
    const parts = parsePlaceholders(node) ?? [];
    const own = parts.filter((part) => 'text' in part || !isOfRow(part.variable, rows));
    texts.push(own.map((part) => ('text' in part ? part.text : `{{${part.variable}}}`)).join(''));
  });
  return texts;
}

/** The variables of conditions, of `each` and of links. */
export function variablesOutsideOfTexts(root: MarkupElement): string[] {
  const names: string[] = [];
  walk(root, [], (node, rows) => {
    if (!isElement(node)) return;
    if (node.each) names.push(node.each.variable.trim());
    if (node.if) names.push(node.if.variable);
    names.push(...variablesOf(parsePlaceholders(node.href ?? '') ?? []));
    for (let index = names.length - 1; index >= 0; index--)
      if (isOfRow(names[index] ?? '', rows)) names.splice(index, 1);
  });
  return names;
}
