import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { DateTime, filledLine, isBlank, oneLine, Uuid } from '../shared/schemas.ts';
import { partsOf } from './rules.ts';

const WORDS = { serial: '{####}', year: '{YYYY}', month: '{MM}' };
const SeriesName = filledLine(100);

export const CreateNumberSeries = z
  .strictObject({
    name: SeriesName.describe('Name by which designs refer to it: `"numbering": { "series": NAME }`'),
    pattern: oneLine(50)
      .refine((pattern) => partsOf(pattern) !== null, fault('not_a_pattern', WORDS))
      .refine((pattern) => !isBlank(pattern), fault('not_a_pattern', WORDS))
      .describe('Text with `{####}` (the serial, at least as wide), and optionally `{YYYY}` and `{MM}`'),
    start: z.int().min(1).max(999_999_999).default(1).describe('First serial'),
    reset: z.enum(['never', 'yearly']).default('never').describe('`yearly` begins again with `start` each year'),
  })
  .refine(({ pattern, reset }) => reset === 'never' || pattern.includes('{YYYY}'), {
    path: ['pattern'],
    ...fault('year_missing', { year: WORDS.year }),
  });
export type CreateNumberSeries = z.infer<typeof CreateNumberSeries>;

export const NumberSeries = z.object({
  id: Uuid,
  name: z.string(),
  pattern: z.string(),
  start: z.int(),
  reset: z.enum(['never', 'yearly']),
  next: z.string().describe('Number of the next certificate'),
  createdAt: DateTime,
});
export type NumberSeries = z.infer<typeof NumberSeries>;
