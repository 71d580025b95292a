import { type Detail, faultText } from '../../lib/errors/refusal.ts';
import { oddWarnings } from '../../tables/odd-warnings.ts';

/** Problem of a recipient. `field` is a field's key, or a path that matches no field. */
export interface RowProblem {
  field: string;
  message: string;
}

/** Remark on a value that is accepted. */
export interface RowWarning extends RowProblem {
  /** Text that is probably meant. */
  offer: string | null;
}

const PATH = /^recipients\[(\d+)\](?:\.(.+))?$/s;

/** Groups the details of a refused batch by recipient index. Omits details that belong to no recipient. */
export const problemsByIndex = (details: readonly Detail[]): Map<number, RowProblem[]> =>
  byIndex(details, (field, fault) => ({ field, message: faultText(fault) }));

/** Groups the warnings about values that look wrong by recipient index. Repeated rows have a filter. */
export const warningsByIndex = (details: readonly Detail[]): Map<number, RowWarning[]> =>
  byIndex(
    oddWarnings(details).filter(({ code }) => code !== 'same_recipient'),
    (field, fault) => {
      const { offer } = fault.params;
      return { field, message: faultText(fault), offer: typeof offer === 'string' ? offer : null };
    },
  );

function byIndex<Found>(
  details: readonly Detail[],
  make: (field: string, fault: Omit<Detail, 'path'>) => Found,
): Map<number, Found[]> {
  const found = new Map<number, Found[]>();
  for (const { path, ...fault } of details) {
    const match = PATH.exec(path);
    if (!match) continue;
    const index = Number(match[1]);
    // A fault names one tag, and the table has them in one cell.
    const field = (match[2] ?? '').replace(/^tags\[\d+\]$/, 'tags');
    found.set(index, [...(found.get(index) ?? []), make(field, fault)]);
  }
  return found;
}
