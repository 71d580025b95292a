import { z } from 'zod';

/** Members of the options of `Intl` (ECMA-402). `Intl` itself checks their combinations. */
const width = z.enum(['narrow', 'short', 'long']).optional();
const digits = z.enum(['numeric', '2-digit']).optional();
const style = z.enum(['full', 'long', 'medium', 'short']).optional();
const supported = (what: 'calendar' | 'numberingSystem') => z.enum(Intl.supportedValuesOf(what)).optional();
const count = z.int().min(0).max(100).optional();

const shared = {
  localeMatcher: z.enum(['lookup', 'best fit']).optional(),
  numberingSystem: supported('numberingSystem'),
};

export const dateOptions = z.strictObject({
  ...shared,
  dateStyle: style,
  timeStyle: style,
  calendar: supported('calendar'),
  timeZone: z.string().max(100).optional(),
  weekday: width,
  era: width,
  year: digits,
  month: z.enum(['numeric', '2-digit', 'narrow', 'short', 'long']).optional(),
  day: digits,
  dayPeriod: width,
  hour: digits,
  minute: digits,
  second: digits,
  fractionalSecondDigits: z.int().min(1).max(3).optional(),
  timeZoneName: z.enum(['short', 'long', 'shortOffset', 'longOffset', 'shortGeneric', 'longGeneric']).optional(),
  hour12: z.boolean().optional(),
  hourCycle: z.enum(['h11', 'h12', 'h23', 'h24']).optional(),
  formatMatcher: z.enum(['basic', 'best fit']).optional(),
});

export const numberOptions = z.strictObject({
  ...shared,
  style: z.enum(['decimal', 'percent', 'currency', 'unit']).optional(),
  currency: z.string().optional(),
  currencyDisplay: z.enum(['symbol', 'narrowSymbol', 'code', 'name']).optional(),
  currencySign: z.enum(['standard', 'accounting']).optional(),
  unit: z.string().max(100).optional(),
  unitDisplay: width,
  notation: z.enum(['standard', 'scientific', 'engineering', 'compact']).optional(),
  compactDisplay: z.enum(['short', 'long']).optional(),
  useGrouping: z.union([z.boolean(), z.enum(['always', 'auto', 'min2', 'true', 'false'])]).optional(),
  signDisplay: z.enum(['auto', 'never', 'always', 'exceptZero', 'negative']).optional(),
  minimumIntegerDigits: count,
  minimumFractionDigits: count,
  maximumFractionDigits: count,
  minimumSignificantDigits: count,
  maximumSignificantDigits: count,
  roundingIncrement: z.int().optional(),
  roundingMode: z
    .enum(['ceil', 'floor', 'expand', 'trunc', 'halfCeil', 'halfFloor', 'halfExpand', 'halfTrunc', 'halfEven'])
    .optional(),
  roundingPriority: z.enum(['auto', 'morePrecision', 'lessPrecision']).optional(),
  trailingZeroDisplay: z.enum(['auto', 'stripIfInteger']).optional(),
});
