import { z } from 'zod';
import { CountCertificates, RevokeCertificate } from '../certificates/schemas.ts';
import { MAX_CHOSEN } from '../limits.ts';
import { Count, DateTime, Uuid } from '../shared/schemas.ts';

/** Certificates that are chosen together: by their ids, or all of a filter but some. */
export const Selection = z.union([
  z.strictObject({ ids: z.array(Uuid).min(1).max(MAX_CHOSEN) }),
  z.strictObject({ filter: CountCertificates, except: z.array(Uuid).max(MAX_CHOSEN).optional() }),
]);
export type Selection = z.infer<typeof Selection>;

export const Chosen = z.strictObject({ selection: Selection });
export const RevokeMany = z.strictObject({ selection: Selection, reason: RevokeCertificate.shape.reason });
export const BulkKind = z.enum(['DOWNLOAD', 'EMAIL', 'REVOKE']);

/** `total` certificates are what it is done with; the ids are fixed from then on. */
export const StartedBulkAction = z.object({ id: Uuid, total: Count });

export const BulkActions = z.object({
  actions: z.array(
    z.object({
      id: Uuid,
      kind: BulkKind.exclude(['DOWNLOAD']),
      total: Count,
      processed: Count,
      skipped: Count.describe('Of those processed: where nothing was to be done, or nothing could be'),
      actor: z.string(),
      createdAt: DateTime,
      completedAt: DateTime.nullable(),
    }),
  ),
});
