import type { KeyObject } from 'node:crypto';
import type { EntityManager } from '../database/orm.ts';
import type { NoteSigner } from '../proof/log/index.ts';
import type { Placeholder } from '../proof/pdf-signature/index.ts';
import type {
  Design,
  DrawnPart,
  FetchFont,
  GivenPictures,
  OwnFace,
  PdfInfo,
  Picture,
  PrintPages,
  ReadFont,
  RenderedPdf,
  RenderProblem,
  WantedParts,
} from '../templates-engine/index.ts';

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

/** Files under unguessable keys; what is stored under a key never changes. */
export interface FileStorage {
  put(key: FileKey, content: Uint8Array): Promise<void>;
  get(key: FileKey): Promise<Uint8Array | null>;
  /** SHA-256 of what is stored now, or null where nothing is. */
  digest(key: FileKey): Promise<Uint8Array | null>;
  /** Deletes a file; nothing happens where there is none. */
  remove(key: FileKey): Promise<void>;
  /** Deletes the files of an id that have other names. */
  removeOthers(of: Omit<FileKey, 'name'>, kept: readonly string[]): Promise<void>;
  /** A file's address at the storage itself, which needs no key and is good for some minutes; where there are such addresses. */
  temporaryUrl?(key: FileKey, savedAs: string): Promise<string>;
}

/** `name` is a plain file name with its ending. */
export interface FileKey {
  organisationId: string;
  id: string;
  name: string;
}

/** A signing key as others need it to check what it has signed. */
export interface SigningKey {
  /** JWK thumbprint (RFC 7638). */
  id: string;
  publicKey: KeyObject;
  createdAt: Date;
  /** Since when another key signs. */
  retiredAt: Date | null;
  /** What it has signed since then is not to be trusted: it may have been somebody else. */
  distrustedFrom: Date | null;
}

/** Signs statements and credentials with the installation's current Ed25519 key, and verifies what any of its keys has signed. */
export interface Signer {
  /** Of the key that signs now. */
  readonly keyId: string;
  /** All keys, the one that signs now first. */
  readonly keys: readonly SigningKey[];
  /** With the key of the id, where one was written into the message: SERVICE_UNAVAILABLE if another one signs by now. */
  sign(message: Uint8Array, keyId?: string): Uint8Array;
  /** False for an unknown key, too. */
  verify(keyId: string, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Signs PDFs (PAdES) with the installation's document signing certificate. */
export interface PdfSigner {
  /** PEM: the certificates of all keys and their chains, the current one first. */
  readonly certificates: readonly string[];
  /** The dictionary of a signature that is claimed to be made at `time`, for the PDF to be rendered with. */
  placeholder(time: Date): Placeholder;
  /** Signs a PDF that has the placeholder at the byte offset `at`. */
  sign(pdf: Uint8Array, placeholder: Placeholder, at: number): Promise<Uint8Array>;
}

/** What API keys are hashed with: the current pepper, and those under which some of them are still stored. */
export interface Peppers {
  readonly current: string;
  readonly others: readonly string[];
}

/** Signs the heads of the transparency log (C2SP signed-note). */
export interface LogSigner {
  /** The log's name for verifiers, as in `certificates.example.org/log`; it stays as it is when the address changes. */
  readonly origin: string;
  readonly signer: NoteSigner;
}

export interface DesignSource {
  /** SHA-256 (hex) of the design: what compiled templates are cached by. */
  digest: string;
  /** Loads the design's JSON; called only when the digest isn't known. */
  design: () => Promise<string>;
  /** Loads a font of the organisation whose design it is. */
  font: FetchFont;
}

export interface RenderRequest extends DesignSource {
  values: Map<string, string>;
  /** Those that values name. */
  pictures: GivenPictures;
  info: PdfInfo;
}

/** The organisation that a picture is for: none waits for another's. */
interface ForOrganisation {
  organisationId: string;
}

export interface PreviewRequest extends DesignSource, ForOrganisation {
  values: Map<string, string>;
  /** Those that values and the design name; a sample is shown for every other. */
  pictures: GivenPictures;
  /** null: the design is a published one. For a document of any state the faces that its organisation has: `design` gives the JSON of a DocumentRequest's `document` and `own`. */
  own: readonly OwnFace[] | null;
}

/** A design that people work on, of which some parts are drawn. */
export interface PartsRequest extends PreviewRequest {
  wanted: WantedParts;
}

/** A design document, and what its organisation has for it: the faces that it has uploaded, and the pictures that the document names. */
export interface DocumentRequest extends ForOrganisation {
  document: unknown;
  own: readonly OwnFace[];
  pictures: GivenPictures;
  font: FetchFont;
}

export interface CheckRequest extends DesignSource, ForOrganisation {
  values: readonly Map<string, string>[];
  /** Those that the values name; their bytes are not needed. */
  pictures: GivenPictures;
}

export interface Preview {
  /** The picture as far as it can be drawn; null where the design itself is wrong. */
  png: Uint8Array | null;
  /** Faults of the design document, each with its path. */
  issues: { path: string; message: string }[];
  /** What does not fit or can't be shown with these values. */
  problems: { element: number; variable: string | null; message: string }[];
}

/** Parts of a page, as far as the design's faults let them be drawn. */
export interface Parts extends Omit<Preview, 'png'> {
  parts: DrawnPart[];
}

/**
 * Draws, and decodes pictures, in processes of its own, each with a bound on time and memory: what crashes, hangs or grows
 * there costs itself alone. All but certificates: RATE_LIMITED or SERVICE_UNAVAILABLE where too many wait.
 */
export interface Renderer {
  render(request: RenderRequest): Promise<RenderedPdf & { image: Uint8Array }>;
  /** What keeps certificates of a published design from being rendered, for the values of each. DesignError where that can't be told. */
  checkValues(request: CheckRequest): Promise<RenderProblem[][]>;
  /** A small PNG of the design with its variables' names for values. */
  thumbnail(source: DesignSource & ForOrganisation): Promise<Uint8Array>;
  /** What a design that need not be right yet looks like with some values. */
  preview(request: PreviewRequest): Promise<Preview>;
  /** The same as parts, each a picture of its own; of those that are at fault there is none. */
  drawParts(request: PartsRequest): Promise<Parts>;
  /** A design document, checked, its images made safe. DesignError names every fault. */
  parseDesign(request: DocumentRequest): Promise<Design>;
  /** The faces of an uploaded font, made safe. DesignError, path `file`, where it can't be used. */
  readFont(organisationId: string, content: Uint8Array): Promise<ReadFont>;
  /** The first page of a PDF (a data URI) as `background.pdf` takes it, and its size. DesignError where it can't be one. */
  readLetterhead(organisationId: string, pdf: string): Promise<{ pdf: string; width: number; height: number }>;
  /** Certificates' PDFs as pages of a print PDF, with `bleed` points around each. */
  readPrintPages(organisationId: string, pdfs: Uint8Array[], bleed: number): Promise<PrintPages>;
  /** A PNG of an uploaded logo. DesignError, path `logo`, where it is none. */
  makeLogo(organisationId: string, content: Uint8Array): Promise<Uint8Array>;
  /** A safe copy of an uploaded picture. DesignError, path `file`, where it is none. */
  makePicture(organisationId: string, content: Uint8Array): Promise<Picture>;
}

export interface MailAttachment {
  name: string;
  type: string;
  content: Uint8Array;
  /** Makes it an inline part that the HTML shows as `cid:` (RFC 2392). */
  contentId?: string;
}

export interface Mail {
  /** The same in every attempt, so that a receiver recognises a repetition (RFC 5322, 3.6.4). */
  messageId: string;
  senderName: string | null;
  to: { name: string; address: string };
  subject: string;
  /** Null in a mail of plain text. */
  html: string | null;
  text: string;
  attachments: MailAttachment[];
}

/** `sent`: accepted. `refused`: will never be. `unsent`: not accepted, may be tried again. `uncertain`: it may have been. */
export type MailOutcome = { state: 'sent' } | { state: 'refused' | 'unsent' | 'uncertain'; reason: string };

export interface Mailer {
  /** Whether mails become files for the operator to look at, as there is no mail server. */
  readonly isOutbox: boolean;
  /**
   * Sends a mail once. `handOver` is called where the outcome can be in doubt: just before the last bytes leave, after
   * which the server may have accepted it. Where it gives false or throws they never leave.
   */
  send(mail: Mail, handOver?: HandOver): Promise<MailOutcome>;
}

export type HandOver = () => Promise<boolean>;

/** The outcome of a request to a receiver; `status` is null where there was no response, and `error` says why. */
export interface EgressResult {
  status: number | null;
  durationMs: number;
  /** The answer's beginning. */
  response: string | null;
  error: string | null;
}

/** POSTs to addresses of receivers, which are untrusted: never into private networks, never along a redirect, never for long. */
export interface Egress {
  post(url: string, headers: Record<string, string>, body: string): Promise<EgressResult>;
}

/** Encrypts what has to be read again, such as secrets to sign with. */
export interface Vault {
  seal(text: string): Uint8Array;
  open(sealed: Uint8Array): string;
}

/** Where copies of the log are kept, apart from the database. Paths are relative, with slashes. */
export interface LogFiles {
  /** Null where there is no such file. */
  get(path: string): Promise<Uint8Array | null>;
  /**
   * Writes a file that is not there yet; false, and nothing is written, where one is. Where the place can, `lasting` files are
   * protected from being deleted.
   */
  create(path: string, content: Uint8Array, options: { lasting: boolean }): Promise<boolean>;
  /** Writes a file, in place of the one that is there. */
  replace(path: string, content: Uint8Array): Promise<void>;
  /** The last name in order of those in a directory that match and come after `after`; null where there is none. */
  lastName(directory: string, after: string, pattern: RegExp): Promise<string | null>;
  /** Deletes files that are of no use any more, where the place allows it. */
  remove(path: string): Promise<void>;
}

/** A place that the log's heads are exported to, by its address as LOG_HEADS names it: files, or an address for mail. */
export type LogPlace = { readonly address: string } & ({ readonly files: LogFiles } | { readonly mailTo: string });

/** What a rule is given from outside; `server/` fills it in. */
/** What the operator's figures and traces are made of (server/telemetry). */
export interface Meter {
  /** Credits that were spent for good: their transaction has committed. */
  creditsSpent(amount: number): void;
  /** Runs a job, as a part of the trace that it was added in. */
  job<Result>(name: string, trace: string | undefined, work: () => Promise<Result>): Promise<Result>;
}

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
  /** Where the log's heads are exported to. */
  logPlaces: readonly LogPlace[];
  meter: Meter;
  now(): Date;
  /** Public address with no slash at its end. */
  baseUrl: string;
  peppers: Peppers;
}

/** Services plus the organisation that the caller acts for. */
export interface DomainContext extends Services {
  organisationId: string;
}

/** The same for what changes something: who does it (domain/audit/record.ts). */
export interface ActingContext extends DomainContext {
  actor: Actor;
}

/** The same for what only people do. */
export interface PersonContext extends ActingContext {
  person: Person;
}
