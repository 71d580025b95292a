import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { CountCertificates } from '../certificates/schemas.ts';
import { DateTime, filledLine, Uuid } from '../shared/schemas.ts';

export const SaveFilter = z.strictObject({
  name: filledLine(100),
  filter: CountCertificates.refine(
    (filter) => Object.values(filter).some((value) => value !== undefined),
    fault('blank', { accepted: 'a filter' }),
  ),
  isShared: z.boolean().describe('True for a filter that all members see'),
});
export type SaveFilter = z.infer<typeof SaveFilter>;

export const SavedFilterId = z.strictObject({ id: Uuid });

const SavedFilter = z.object({
  id: Uuid,
  name: z.string(),
  filter: z.record(z.string(), z.string()).describe('Parameters of the list'),
  isShared: z.boolean(),
  isOwn: z.boolean().describe('False for a filter of another member'),
  savedAt: DateTime,
});

export const SavedFilters = z.object({ filters: z.array(SavedFilter) });
