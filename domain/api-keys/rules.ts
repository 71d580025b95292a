import type { ApiKey } from '../../database/entities/api-key.ts';
import type { DomainContext } from '../context.ts';

/**
 * Returns the time when a key ends, for its row and its entry. An entry ends only earlier states, and the clock of a sandbox that was reset
 * can be behind the key's creation.
 */
export const timeOfEnd = (context: Pick<DomainContext, 'now'>, { createdAt }: Pick<ApiKey, 'createdAt'>): Date =>
  new Date(Math.max(context.now().getTime(), createdAt.getTime() + 1));
