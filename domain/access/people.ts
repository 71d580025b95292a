import type { EntityManager } from '../../database/orm.ts';
import { fault } from '../../errors/from-zod.ts';
import type { Person } from '../context.ts';
import { PASSWORD_LENGTH } from '../limits.ts';
import { OneLine, SafeString } from '../shared/schemas.ts';
import { isGuessable } from './password-rules.ts';

/** Who can sign in is known outside (better-auth); the rules ask it here. */
export interface People {
  findByEmail(email: string): Promise<Person | null>;
  /**
   * Makes an account in the caller's transaction: whoever fails to become a member has none. Null where somebody has one
   * with the address already: it stays as it is.
   */
  create(em: EntityManager, person: { name: string; email: string; password: string }): Promise<Person | null>;
}

/** A password that somebody chooses. */
export const Password = SafeString.min(PASSWORD_LENGTH.min)
  .max(PASSWORD_LENGTH.max)
  .refine((text) => !isGuessable(text), fault('guessable_password'));

/** What a person is called. */
export const PersonName = OneLine.min(1).max(100);
