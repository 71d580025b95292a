/** Storage for copies of the log outside the database. Paths are relative, with slashes. */
export interface LogFiles {
  /** Returns the content of a file; null if it does not exist. */
  get(path: string): Promise<Uint8Array | null>;
  /**
   * Creates a file. Returns false and writes nothing if it exists. If the destination supports it, `lasting` files are protected from
   * deletion.
   */
  create(path: string, content: Uint8Array, options: { lasting: boolean }): Promise<boolean>;
  /** Writes a file and replaces an existing one. */
  replace(path: string, content: Uint8Array): Promise<void>;
  /** Returns the last name, in sort order, in a directory that matches and comes after `after`; null without one. */
  lastName(directory: string, after: string, pattern: RegExp): Promise<string | null>;
  /** Deletes an obsolete file, if the destination allows it. */
  remove(path: string): Promise<void>;
}

/** A destination to which the log's heads are exported, with its address in LOG_HEADS: file storage, or a mailbox. */
export type LogDestination = { readonly address: string } & (
  | { readonly files: LogFiles }
  | { readonly mailTo: string }
);
