import { readPlaceholders } from '../../../../../templates-engine/text/placeholders.ts';
import { childrenOf, type Node } from './tree/tree.ts';

/** Returns the texts of a tree, joined by spaces. */
export const textOfTree = (node: Node): string =>
  typeof node === 'string' ? node : childrenOf(node).map(textOfTree).join(' ').replaceAll(/\s+/g, ' ').trim();

/** Returns the texts of a tree, with the variables of conditions and `each` as placeholders. Omits the names of rows and cells. */
export function contentOfTree(node: Node, rows: readonly string[] = []): string {
  const isRow = (name: string, among = rows) => among.some((row) => name === row || name.startsWith(`${row}.`));
  if (typeof node === 'string')
    return readPlaceholders(node)
      .map((part) => ('text' in part ? part.text : isRow(part.variable) ? '…' : `{{${part.variable}}}`))
      .join('');
  const inside = typeof node.each?.as === 'string' ? [...rows, node.each.as] : rows;
  // A condition on a node with `each` is tested for each line.
  const named = [
    { name: node.each?.variable, among: rows },
    { name: node.if?.variable, among: inside },
  ].filter(({ name, among }) => typeof name === 'string' && !isRow(name, among));
  const own = named.map(({ name }) => `{{${name}}}`).join(' ');
  return [own, ...childrenOf(node).map((child) => contentOfTree(child, inside))].filter(Boolean).join(' ');
}
