import type { EntityManager } from '../../database/orm.ts';
import { fault } from '../../errors/from-zod.ts';
import type { Person } from '../context.ts';
import { PASSWORD_LENGTH } from '../limits.ts';
import { filledLine, SafeString } from '../shared/schemas.ts';
import { isGuessable } from './check-password.ts';

/** Port to the accounts, which better-auth manages. */
export interface People {
  findByEmail(email: string): Promise<Person | null>;
  /**
   * Creates an account in the caller's transaction, so that a person who fails to become a member has none. Returns null if an account with
   * the address exists, and leaves it unchanged.
   */
  create(em: EntityManager, person: { name: string; email: string; password: string }): Promise<Person | null>;
}

/** Password that a person chooses. */
export const Password = SafeString.min(PASSWORD_LENGTH.min)
  .max(PASSWORD_LENGTH.max)
  .refine((text) => !isGuessable(text), fault('guessable_password'));

/** Display name of a person. */
export const PersonName = filledLine(100);
