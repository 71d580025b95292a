import { type Detail, faultText } from '../app/refusal.ts';

/** What is wrong with a recipient; `field` is a field's key, or the path of something that is no field. */
export interface RowProblem {
  field: string;
  message: string;
}

const PATH = /^recipients\[(\d+)\](?:\.(.+))?$/s;

/** The details of a refused batch by the recipients' index; what belongs to no recipient is left out. */
export function problemsByIndex(details: readonly Detail[]): Map<number, RowProblem[]> {
  const found = new Map<number, RowProblem[]>();
  for (const { path, ...fault } of details) {
    const match = PATH.exec(path);
    if (!match) continue;
    const index = Number(match[1]);
    found.set(index, [...(found.get(index) ?? []), { field: match[2] ?? '', message: faultText(fault) }]);
  }
  return found;
}
