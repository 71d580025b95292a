import { t } from '@lingui/core/macro';

const SEPARATOR = t({ message: ', ', context: 'between the items of a list' });

/** Returns items as a list without “and”, such as “1, 2, 3”. */
export const joined = (items: readonly (string | number)[]): string => items.join(SEPARATOR);
