import type { People } from '../domain/access/people.ts';
import type { Permission } from '../domain/access/roles.ts';
import type { Principal } from '../domain/api-keys/authenticate.ts';
import type { Person } from '../domain/context.ts';
import type { EventHub } from '../domain/events/hub.ts';
import type { VerificationServices } from '../domain/verification/verify.ts';

/** Which of the limits of specification part 8 a procedure counts against; people's calls have one of their own. */
export type Limit = 'certificates' | 'batches' | 'default' | 'verify' | 'people' | 'sign-in';

/** Who may call, and how often: all that is checked before a body is read. `scope` null: anybody, counted by address. */
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

/** What every procedure is given of its request. */
export interface RequestContext {
  services: VerificationServices;
  /** Key (401), rate limit (429), scope (403), in this order; null where no key is needed. */
  admit(admission: Admission): Promise<Principal | null>;
  /** Whose session the request has; null without one, and for REST always. */
  person(): Promise<Person | null>;
  people: People;
  /** Each `Idempotency-Key` that the request has, as it came. */
  idempotencyKeys: readonly string[];
  /** How many of the request's calls would take it: several only where native calls come together. */
  creations: number;
  /** Context of streams; null for REST, which has none. */
  streaming: Streaming | null;
  /** Marks the response as the first answer given again. */
  onReplay(): void;
}
