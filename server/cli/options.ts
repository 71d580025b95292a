import { z } from 'zod';
import { CommandError } from '../../domain/errors.ts';
import { SafeString } from '../../domain/shared/schemas.ts';

const wholeNumber = (min: number, max: number) => {
  const takes = `takes a whole number, ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d{1,15}$/, takes)
    .transform(Number)
    .pipe(z.int().min(min, takes).max(max, takes));
};
export const Amount = wholeNumber(1, 1_000_000_000);
export const Credits = wholeNumber(0, 1_000_000_000);
export const Name = SafeString.trim().min(1, 'takes 1 character or more').max(200, 'takes 200 characters or less');
export const Note = SafeString.max(500, 'takes 500 characters or less');
/** How a time is written. */
export const TIME_FORMS = 'a date or a date-time, as in 2027-01-31 or 2027-01-31T12:00:00Z';
export const Moment = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], `takes ${TIME_FORMS}`)
  .transform((text) => new Date(text));

/** In place of the library's words. */
const chosenFrom: z.core.$ZodErrorMap = (issue) =>
  issue.code === 'invalid_value' ? `takes ${issue.values.join(', ')}` : undefined;

/** Validates an option; the error names it. The value is repeated only if it can't be a secret: a number or a time. */
export function option<Schema extends z.ZodType>(schema: Schema, name: string, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value, { error: chosenFrom });
  if (parsed.success) return parsed.data;
  const isPlain = name !== 'password' && /^[\d.eTZ:+-]{1,30}$/.test(String(value));
  throw new CommandError(
    `--${name}: ${isPlain ? `got ${JSON.stringify(value)}, ` : ''}${parsed.error.issues[0]?.message}`,
  );
}

export const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());
