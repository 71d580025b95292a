import { type Detail, faultText } from '../lib/errors/refusal.ts';

/** Problem of a recipient. `field` is a field's key, or a path that matches no field. */
export interface RowProblem {
  field: string;
  message: string;
}

const PATH = /^recipients\[(\d+)\](?:\.(.+))?$/s;

/** Groups the details of a refused batch by recipient index. Omits details that belong to no recipient. */
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
