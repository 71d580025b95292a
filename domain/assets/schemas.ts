import { z } from 'zod';

export const AddedAsset = z
  .object({
    asset: z
      .string()
      .describe('Value for a picture variable: `asset:` and the SHA-256 of the uploaded file, in hex')
      .meta({ examples: [`asset:${'3f1c'.repeat(16)}`] }),
  })
  .meta({ id: 'AddedAsset' });
export type AddedAsset = z.infer<typeof AddedAsset>;
