import { parsePlaceholders, variablesOf } from '../../text/placeholders.ts';
import { type Reading, readCondition, readText } from '../shared/reading.ts';
import { isCell } from './grammar/check-members.ts';
import { isElement, type MarkupElement, type MarkupNode } from './grammar/node.ts';

type Visit = (node: MarkupNode, rows: readonly string[], path: string) => void;

/** Calls `visit` for every node, with the names of the enclosing rows and its path, as in `root.children[0]`. */
function walk(node: MarkupNode, visit: Visit, rows: readonly string[] = [], path = 'root'): void {
  const inside = isElement(node) && node.each ? [...rows, node.each.as] : rows;
  visit(node, inside, path);
  if (!isElement(node)) return;
  for (const [index, child] of (node.children ?? []).entries())
    walk(child, visit, inside, `${path}.children[${index}]`);
}

const isOfRow = (name: string, rows: readonly string[]): boolean =>
  rows.some((row) => name === row || isCell(name, row));

/** Returns the texts of a tree in reading order. Leaves out the lines and cells of rows, which belong to the variable that `each` names. */
export function textsOf(root: MarkupElement): string[] {
  const texts: string[] = [];
  walk(root, (node, rows) => {
    if (isElement(node)) return;
    const parts = parsePlaceholders(node) ?? [];
    const own = parts.filter((part) => 'text' in part || !isOfRow(part.variable, rows));
    texts.push(own.map((part) => ('text' in part ? part.text : `{{${part.variable}}}`)).join(''));
  });
  return texts;
}

/** Returns the variables of conditions, `each` and links. */
export function variablesOutsideOfTexts(root: MarkupElement): string[] {
  const names: string[] = [];
  walk(root, (node, rows) => {
    if (!isElement(node)) return;
    const own = [
      ...(node.each ? [node.each.variable.trim()] : []),
      ...(node.if ? [node.if.variable] : []),
      ...variablesOf(parsePlaceholders(node.href ?? '') ?? []),
    ];
    names.push(...own.filter((name) => !isOfRow(name, rows)));
  });
  return names;
}

/** Returns every member that reads values for something other than pictures, without the names of rows. */
export function readingsOf(root: MarkupElement): Reading[] {
  const readings: Reading[] = [];
  walk(root, (node, rows, path) => {
    const own = isElement(node) ? membersOf(node, path) : readText(path, node);
    for (const reading of own) {
      const variables = reading.variables.filter((name) => !isOfRow(name, rows));
      if (variables.length > 0) readings.push({ ...reading, variables });
    }
  });
  return readings;
}

function membersOf({ each, if: condition, href }: MarkupElement, path: string): Reading[] {
  const lines = each && { path: `${path}.each.variable`, variables: [each.variable.trim()], as: 'lines' as const };
  return [...(lines ? [lines] : []), ...readCondition(`${path}.if`, condition), ...readText(`${path}.href`, href)];
}
