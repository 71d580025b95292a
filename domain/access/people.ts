import type { EntityManager } from '../../database/orm.ts';
import type { Person } from '../context.ts';
import { PASSWORD_LENGTH } from '../limits.ts';
import { SafeString } from '../shared/schemas.ts';
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
export const Password = SafeString.min(PASSWORD_LENGTH.min, `takes ${PASSWORD_LENGTH.min} characters or more`)
  .max(PASSWORD_LENGTH.max, `takes ${PASSWORD_LENGTH.max} characters or less`)
  .refine((text) => !isGuessable(text), 'is among the first that attackers try. A few unrelated words are safer.');

/** What a person is called. */
export const PersonName = SafeString.trim().min(1).max(100);
