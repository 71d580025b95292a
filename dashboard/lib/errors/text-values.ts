import { t } from '@lingui/core/macro';
import type { DetailCode, DetailParams } from '../../../errors/detail.ts';
import { LOCALE, TEXT_LOCALE } from '../../language/language.ts';

/** Text, or function that derives it from the code's parameters and the server's message. */
type Text<Params> = string | ((params: Shown<Params>, message: string) => string);

/**
 * Parameters of a code as texts include them. `list` reads those that are lists. The id of a certificate is null where a row of the same
 * table is meant.
 */
type Shown<Params> = {
  [Name in keyof Params]:
    | Extract<Params[Name], string | number | undefined>
    | (Name extends 'certificateId' ? null : never);
};

/** Texts by code. */
export type Texts<Code extends DetailCode> = { readonly [One in Code]: Text<DetailParams<One>> };

type Value = string | number | null | readonly string[];

const format = new Intl.NumberFormat(LOCALE);
const megabyteFormat = new Intl.NumberFormat(LOCALE, {
  style: 'unit',
  unit: 'megabyte',
  maximumSignificantDigits: 3,
});
const listFormat = new Intl.ListFormat(TEXT_LOCALE, { type: 'disjunction' });

export const number = (value: Value): string => format.format(Number(value));
/** Formats a limit in MB. Limits are whole millions of bytes, or multiples of 1,048,576; both are shown as round numbers. */
export const megabytes = (value: Value): string =>
  megabyteFormat.format(Number(value) / (Number(value) % 1_000_000 === 0 ? 1_000_000 : 1024 * 1024));
export const list = (value: Value): string[] => (Array.isArray(value) ? [...value] : [String(value)]);
export const either = (values: readonly string[]): string => listFormat.format(values);
export const options = (value: Value): string => either(list(value).map((option) => t`“${option}”`));

/** Faults of requests that only programs send. Users can only report them. */
export const ofServer = (_params: unknown, message: string): string => message;
