import { z } from 'zod';

/** A detail as answers have it that are no errors. */
export const ShownDetail = z.object({
  path: z.string().describe('Where it is in the request, as in `recipients[3].variables.name`'),
  code: z.string().describe('What programs decide by'),
  message: z.string().describe('For people, in English'),
  params: z
    .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]).nullable())
    .describe('Values of the message'),
});
