import { z } from 'zod';
import { Count } from '../shared/schemas.ts';

export const AddedFile = z
  .object({ file: z.string().describe('Value of `originalPdf`: `file:` and the SHA-256 of the upload') })
  .meta({ id: 'AddedFile' });
export type AddedFile = z.infer<typeof AddedFile>;

/** Certificates that an organisation may import for nothing. */
export const ImportAllowance = z.object({
  granted: Count.describe('Certificates that may be imported for nothing'),
  used: Count.describe('Certificates that were imported for nothing'),
  remaining: Count.describe('Further ones cost a credit if they are rendered from a template'),
});
export type ImportAllowance = z.infer<typeof ImportAllowance>;
