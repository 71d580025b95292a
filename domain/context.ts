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

/** A person with an account. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** Author of a change in the audit log and the ledger: a member, an API key or the operator. */
export interface Actor {
  kind: 'person' | 'key' | 'operator';
  /** Id of the person or key; `operator` for the operator. */
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
  egress: Egress;
  vault: Vault;
  authenticator: Authenticator;
  resetLinks: ResetLinks;
  /** Places to which the log's heads are exported. */
  logPlaces: readonly LogPlace[];
  meter: Meter;
  /** Returns the time for rules. It is PostgreSQL's, so that all processes agree (server/startup/clock.ts). */
  now(): Date;
  installation: Installation;
  peppers: Peppers;
}

/** Services plus the organisation that the caller acts for. */
export interface DomainContext extends Services {
  organisationId: string;
}

/** Returns the services for an organisation's rules. They use the installation's clock; a clock per organisation would be set here. */
export const inOrganisation = <Given extends Pick<Services, 'now'>>(services: Given, organisationId: string) => ({
  ...services,
  organisationId,
});

/** Context of a change, with its author (domain/audit/record.ts). */
export interface ActingContext extends DomainContext {
  actor: Actor;
}

/** Context of an operation that only people can call. */
export interface PersonContext extends ActingContext {
  person: Person;
}
