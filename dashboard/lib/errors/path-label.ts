import { t } from '@lingui/core/macro';
import { LOCALE } from '../../language/language.ts';
import { FIELD_NAMES } from './field-names.ts';

const format = new Intl.NumberFormat(LOCALE);

/** Returns the label of an API field as used in forms: `recipients[3].variables.course` becomes “Row 4, course”. */
export function pathLabel(path: string): string {
  const [, row, rest] = /^recipients\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (row !== undefined)
    return [t`Row ${{ row: format.format(Number(row) + 1) }}`, rest && pathLabel(rest)].filter(Boolean).join(', ');
  if (path.startsWith('variables.')) return path.slice('variables.'.length);
  const words = path.replaceAll(
    /([a-z])([A-Z])/g,
    (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return FIELD_NAMES[path] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
