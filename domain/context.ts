import type { EntityManager } from '../database/orm.ts';
import type { BounceMailbox } from './ports/bounce-mailbox.ts';
import type { Dns } from './ports/dns.ts';
import type { Egress } from './ports/egress.ts';
import type { Mailer } from './ports/email.ts';
import type { Installation } from './ports/installation.ts';
import type { LogDestination } from './ports/log-destinations.ts';
import type { Meter } from './ports/meter.ts';
import type { Renderer } from './ports/rendering.ts';
import type { ResetLinks } from './ports/reset-links.ts';
import type { Sandboxes } from './ports/sandboxes.ts';
import type { Authenticator, LogSigner, PdfSigner, Peppers, Signer, Vault } from './ports/signing.ts';
import type { FileStorage } from './ports/storage.ts';

/** A person with an account. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/**
 * Author of a change in the audit log and the ledger: a member, an API key, the operator, the recipient of a certificate, or the owner of a
 * mailbox.
 */
export interface Actor {
  kind: 'person' | 'key' | 'operator' | 'recipient' | 'mailbox';
  /** Id of the person or key; for the others their kind. */
  id: string;
  /** Name at the time of the action. Entries outlive people and keys. */
  name: string;
}

/** Services that rules depend on. `server/` provides them. */
export interface Services {
  /** Returns a new entity manager, one per operation. */
  em(): EntityManager;
  storage: FileStorage;
  signer: Signer;
  pdfSigner: PdfSigner;
  logSigner: LogSigner;
  renderer: Renderer;
  mailer: Mailer;
  /** Sends what members ask for to their own addresses, also from a sandbox, whose `mailer` keeps its mails. */
  memberMailer: Mailer;
  /** Null without BOUNCE_IMAP_URL. */
  bounceMailbox: BounceMailbox | null;
  dns: Dns;
  egress: Egress;
  vault: Vault;
  authenticator: Authenticator;
  resetLinks: ResetLinks;
  /** Places to which the log's heads are exported. */
  logDestinations: readonly LogDestination[];
  meter: Meter;
  /** Returns the time for rules. It is PostgreSQL's, so that all processes agree (server/startup/clock.ts). */
  now(): Date;
  /** Returns the time of the job queue, also in a sandbox, whose `now` can be ahead of it. */
  jobTime(): Date;
  /** Clocks, keys and mailers of sandboxes. */
  sandboxes: Sandboxes;
  installation: Installation;
  peppers: Peppers;
}

/**
 * Services plus the organisation that the caller acts for. In test mode it is a sandbox (domain/sandbox/), which has the templates of
 * another.
 */
export interface DomainContext extends Services {
  organisationId: string;
}

/** Returns the services for an organisation's rules. Those of a sandbox have its clock, keys and mailer instead of the installation's. */
export const inOrganisation = <Given extends Pick<Services, 'sandboxes'>>(services: Given, organisationId: string) => ({
  ...services,
  ...services.sandboxes.enter(organisationId),
});

/** Context of a change, with its author (domain/audit/record.ts). */
export interface ActingContext extends DomainContext {
  actor: Actor;
  /** Bulk action of which the change is a part. */
  bulkActionId?: string;
}

/** Context of an operation that only people can call. */
export interface PersonContext extends ActingContext {
  person: Person;
}
