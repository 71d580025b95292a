import type { EntityManager } from '../database/orm.ts';
import type { Egress } from './services/egress.ts';
import type { Installation } from './services/installation.ts';
import type { LogPlace } from './services/log-places.ts';
import type { Mailer } from './services/mail.ts';
import type { Meter } from './services/meter.ts';
import type { Renderer } from './services/rendering.ts';
import type { ResetLinks } from './services/reset-links.ts';
import type { Authenticator, LogSigner, PdfSigner, Peppers, Signer, Vault } from './services/signing.ts';
import type { FileStorage } from './services/storage.ts';

/** Somebody who can sign in. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** Who changes something, as the audit log and the ledger of credits keep it: a member, an API key, or the operator. */
export interface Actor {
  kind: 'person' | 'key' | 'operator';
  /** The person's or the key's; the operator's is `operator`. */
  id: string;
  /** As it is now: people and keys go, what they did stays. */
  name: string;
}

/** What a rule is given from outside; `server/` fills it in. */
export interface Services {
  /** A fresh entity manager; one per operation. */
  em(): EntityManager;
  storage: FileStorage;
  signer: Signer;
  pdfSigner: PdfSigner;
  logSigner: LogSigner;
  renderer: Renderer;
  mailer: Mailer;
  egress: Egress;
  vault: Vault;
  authenticator: Authenticator;
  resetLinks: ResetLinks;
  /** Where the log's heads are exported to. */
  logPlaces: readonly LogPlace[];
  meter: Meter;
  /** The time that rules read. PostgreSQL's, so that all processes agree (server/startup/clock.ts). */
  now(): Date;
  installation: Installation;
  peppers: Peppers;
}

/** Services plus the organisation that the caller acts for. */
export interface DomainContext extends Services {
  organisationId: string;
}

/**
 * Returns the services with which an organisation's rules run. Their clock is the installation's; an organisation with a clock of its own
 * gets it here.
 */
export const inOrganisation = <Given extends Pick<Services, 'now'>>(services: Given, organisationId: string) => ({
  ...services,
  organisationId,
});

/** The same for what changes something: who does it (domain/audit/record.ts). */
export interface ActingContext extends DomainContext {
  actor: Actor;
}

/** The same for what only people do. */
export interface PersonContext extends ActingContext {
  person: Person;
}
