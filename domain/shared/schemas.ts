import { z } from 'zod';

/** No NUL (PostgreSQL stores none) and no lone surrogate (UTF-8 has none). */
export const SafeString = z
  .string()
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'must not contain NUL or a lone surrogate');

export const Uuid = z.uuid();

/** ISO 8601 in UTC, with milliseconds and `Z`. */
export const DateTime = z.iso.datetime().meta({ examples: ['2026-11-20T09:30:00.000Z'] });

/** How many there are. */
export const Count = z.int().nonnegative();

export const PageQuery = {
  limit: z.int().min(1).max(100).default(20).describe('Items a page, 1 to 100'),
  cursor: Uuid.optional().describe('`nextCursor` of the page before'),
};

/** The date as the API writes it. */
export const iso = (date: Date): string => date.toISOString();
export const isoOrNull = (date: Date | null | undefined): string | null => (date ? date.toISOString() : null);

/** An e-mail address, as it was given. */
export const EmailAddress = z.email().max(254);
