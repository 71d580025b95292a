import type { Permission } from '../domain/access/rules.ts';
import type { People } from '../domain/access/schemas.ts';
import type { Principal } from '../domain/api-keys/authenticate.ts';
import type { Person } from '../domain/context.ts';
import type { EventHub } from '../domain/events/share.ts';
import type { VerificationServices } from '../domain/verification/verify.ts';

/** Rate limit of specification part 8 that a procedure counts against. Calls by people have their own. */
export type Limit = 'certificates' | 'batches' | 'default' | 'verify' | 'people' | 'sign-in';

/**
 * Required permission and rate limit, both checked before a body is read. A null `scope` needs no authentication and is counted by address.
 */
export interface Admission {
  scope: Permission | null;
  limit: Limit;
}

/** Context of a stream, besides its admission. */
export interface Streaming {
  hub: EventHub;
  /** Authenticates the caller again: throws without permission, returns false if permissions have changed. */
  isStillAdmitted(principal: Principal, scope: Permission): Promise<boolean>;
}

/** Context of a procedure's request. */
export interface RequestContext {
  services: VerificationServices;
  /** Checks key (401), rate limit (429) and scope (403), in this order. Returns null if no key is needed. */
  admit(admission: Admission): Promise<Principal | null>;
  /** Returns the signed-in person; null without a session, and always for REST. */
  person(): Promise<Person | null>;
  people: People;
  /** All `Idempotency-Key` headers of the request, unchanged. */
  idempotencyKeys: readonly string[];
  /** Number of calls in the request that accept the key. Only batched native calls have several. */
  creations: number;
  /** Context of streams; null for REST, which has no streams. */
  streaming: Streaming | null;
  /** Marks the response as a replay of the first one. */
  onReplay(): void;
}
