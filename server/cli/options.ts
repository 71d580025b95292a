import { z } from 'zod';
import { CommandError } from '../../domain/errors.ts';
import { filledLine, Instant, SafeString } from '../../domain/shared/schemas.ts';
import { detailsOfZod, fault } from '../../errors/from-zod.ts';

const wholeNumber = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,15}$/.test(text) && Number(text) >= least && Number(text) <= most,
      fault('out_of_range', { least, most }),
    )
    .transform(Number);
export const Amount = wholeNumber(1, 1_000_000_000);
export const Credits = wholeNumber(0, 1_000_000_000);
export const PageSize = wholeNumber(1, 1000);
export const RowNumber = wholeNumber(0, 1_000_000);
export const Name = filledLine(200);
export const Note = SafeString.max(500);
/** Accepted forms of a time. */
export const TIME_FORMS = 'a date or a date-time, as in 2027-01-31 or 2027-01-31T12:00:00Z';
export const Moment = Instant;

/** Validates an option; the error names it. The error repeats the value only if it is a number or a time, which can't be a secret. */
export function option<Schema extends z.ZodType>(schema: Schema, name: string, value: unknown): z.infer<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const isPlain = name !== 'password' && /^[\d.eTZ:+-]{1,30}$/.test(String(value));
  const [first] = detailsOfZod(parsed.error, value);
  throw new CommandError(`--${name}: ${isPlain ? `got ${JSON.stringify(value)}. ` : ''}${first?.message}`);
}

export const listOf = (text: string): string[] => text.split(',').map((item) => item.trim());
