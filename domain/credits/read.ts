import { z } from 'zod';
import type { DomainContext } from '../context.ts';
import { Count } from '../shared/schemas.ts';
import { readBalance } from './spend.ts';

export const Credits = z.object({ balance: Count.describe('Credits left') });

export async function readCredits(context: DomainContext): Promise<z.infer<typeof Credits>> {
  return { balance: await readBalance(context.em(), context.organisationId) };
}
