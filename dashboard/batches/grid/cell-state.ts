import { t } from '@lingui/core/macro';
import type { Field } from '../../issuing/recipients.ts';
import { type AddedPictures, pictureProblem } from '../../pictures/added-pictures.ts';
import type { RowProblem } from '../rows/check-result.ts';
import type { Row } from '../rows/rows.ts';

/** Result of a row's check. */
export interface RowState {
  problems: readonly RowProblem[];
  warnings: readonly RowProblem[];
  isChecked: boolean;
  /** False while values that look wrong are to be confirmed, or the row needs fixing. */
  isConfirmed: boolean;
}

/** Returns the problem of a field in a row. The table names pictures by their files, which the server does not know. */
export function problemOf(field: Field, row: Row, { problems }: RowState, pictures: AddedPictures): string | null {
  const found = problems.find((problem) => problem.field === field.key);
  return found ? (pictureProblem(field, row.values, pictures) ?? found.message) : null;
}

/** Returns the remark on a field that is to be confirmed. */
export const warningOf = ({ key }: Field, { warnings, isConfirmed }: RowState): string | null =>
  isConfirmed ? null : (warnings.find(({ field }) => field === key)?.message ?? null);

/** Returns the problems of a row in words, or that it is ready. */
export function stateText(row: Row, state: RowState, fields: readonly Field[], pictures: AddedPictures): string {
  const { problems, warnings, isChecked, isConfirmed } = state;
  const named = fields.flatMap((field) => {
    const problem = problemOf(field, row, state, pictures);
    return problem === null ? [] : [`${field.label}: ${problem}`];
  });
  const keys = new Set(fields.map(({ key }) => key));
  const general = problems.filter(({ field }) => !keys.has(field)).map(({ message }) => message);
  if (named.length + general.length > 0) return [...general, ...named].join(' ');
  if (!isChecked) return t`Being checked`;
  const remarks = fields
    .flatMap((field) => {
      const found = warnings.find((warning) => warning.field === field.key);
      return found ? [`${field.label}: ${found.message}`] : [];
    })
    .join(' ');
  if (!isConfirmed) return t`To confirm. ${remarks}`;
  return remarks === '' ? t({ message: 'Ready', context: 'row' }) : t`Ready. ${remarks}`;
}
