import { isLaurelError, type LaurelDetail, LaurelError } from '../errors.ts';

/** Returns the error of a batch with paths such as `rows[1234].variables.name`. `first` is the index of the batch's first row. */
export function nameRows(error: LaurelError, first: number): LaurelError {
  if (!isLaurelError(error, 'VALIDATION_ERROR')) return error;
  const { code, status, reason, requestId } = error;
  const details = error.details.map((one) => nameRow(one, first));
  return new LaurelError(named(error.message, first), { code, status, reason, requestId, details, cause: error });
}

/** Returns a detail with the index of the row in all rows, also where it refers to another row. */
export function nameRow({ path, code, message, params }: LaurelDetail, first: number): LaurelDetail {
  const { row } = params;
  if (typeof row !== 'number') return { path: named(path, first), code, message, params };
  const shown = (index: number) => `index ${index.toLocaleString('en')}`;
  return {
    ...{ path: named(path, first), code },
    message: message.replace(shown(row), shown(row + first)),
    params: { ...params, row: row + first },
  };
}

/** A summary begins with the path of its first fault. */
const named = (text: string, first: number): string =>
  text.replace(/^recipients\[(\d+)\]/, (_all, index: string) => `rows[${Number(index) + first}]`);
