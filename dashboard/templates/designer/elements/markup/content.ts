import { readPlaceholders } from '../../../../../templates-engine/text/placeholders.ts';
import { childrenOf, type Node } from './tree.ts';

/** The texts of a tree, one after the other. */
export const textOfTree = (node: Node): string =>
  typeof node === 'string' ? node : childrenOf(node).map(textOfTree).join(' ').replaceAll(/\s+/g, ' ').trim();

/** The same with the variables that conditions and `each` use as placeholders, and without the lines and cells of rows. */
export function contentOfTree(node: Node, rows: readonly string[] = []): string {
  const isRow = (name: string, among = rows) => among.some((row) => name === row || name.startsWith(`${row}.`));
  if (typeof node === 'string')
    return readPlaceholders(node)
      .map((part) => ('text' in part ? part.text : isRow(part.variable) ? '…' : `{{${part.variable}}}`))
      .join('');
  const inside = typeof node.each?.as === 'string' ? [...rows, node.each.as] : rows;
  // A condition beside an `each` is met or not for each of its lines.
  const named = [
    { name: node.each?.variable, among: rows },
    { name: node.if?.variable, among: inside },
  ].filter(({ name, among }) => typeof name === 'string' && !isRow(name, among));
  const own = named.map(({ name }) => `{{${name}}}`).join(' ');
  return [own, ...childrenOf(node).map((child) => contentOfTree(child, inside))].filter(Boolean).join(' ');
}
