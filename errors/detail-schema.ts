import { z } from 'zod';

/** A detail as answers show it. */
export const DetailShape = z.object({
  path: z.string(),
  code: z.string(),
  message: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string()).readonly()])),
});
