import { router } from './base.ts';
import { batches } from './batches.ts';
import { certificates } from './certificates.ts';
import { credits } from './credits.ts';
import { organisation } from './organisation.ts';
import { templates } from './templates.ts';
import { verify } from './verify.ts';

/** Every operation of the product, native at /trpc and as REST at /api/v1. */
export const appRouter = router({ templates, certificates, batches, verify, organisation, credits });
export type AppRouter = typeof appRouter;
