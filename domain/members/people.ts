import type { EntityManager } from '../../database/orm.ts';

/** Somebody who can sign in. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** Who can sign in is known outside (better-auth); the rules ask it here. */
export interface People {
  findByEmail(email: string): Promise<Person | null>;
  /** Makes an account in the caller's transaction: whoever fails to become a member has none. */
  create(em: EntityManager, person: { name: string; email: string; password: string }): Promise<Person>;
}

/** Passwords of this length and more, as NIST SP 800-63B has it: length rather than rules. */
export const PASSWORD_LENGTH = { min: 10, max: 128 };
