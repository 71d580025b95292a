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
