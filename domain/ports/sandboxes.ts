import type { Mailer } from './email.ts';
import type { PdfSigner, Signer } from './signing.ts';

/** Services that differ in an organisation's sandbox. */
interface SandboxServices {
  /** Returns the time by the sandbox's clock, as it was last loaded. */
  now(): Date;
  /** Signs with a key that vouches for tests only. */
  signer: Signer;
  pdfSigner: PdfSigner;
  /** Keeps mails instead of sending them. */
  mailer: Mailer;
}

type Entered = { organisationId: string } & Partial<SandboxServices>;

/** Clocks, keys and mailers of sandboxes, the organisations of test mode. */
export interface Sandboxes {
  /** Returns what differs in an organisation. The clock of a sandbox is that of its last `load`. */
  enter(organisationId: string): Entered;
  /** Loads the clock of a sandbox from the database. Returns false for a sandbox that does not exist, and true for other organisations. */
  load(organisationId: string): Promise<boolean>;
}
