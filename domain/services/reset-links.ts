import type { EntityManager } from '../../database/orm.ts';

/** Links with which people set a new password. */
export interface ResetLinks {
  /** Makes the link with this token valid until `expiresAt`, in the caller's transaction. Only a hash of the token is stored. */
  open(em: EntityManager, link: { userId: string; token: string; expiresAt: Date }): Promise<void>;
}
