import type { EntityManager } from '../../database/orm.ts';

/** Links for setting a new password. */
export interface ResetLinks {
  /** Activates the link with this token until `expiresAt`, in the caller's transaction. Stores only a hash of the token. */
  open(em: EntityManager, link: { userId: string; token: string; expiresAt: Date }): Promise<void>;
}
