/** Files under unguessable keys. The content of a key never changes. */
export interface FileStorage {
  /** Stores files, atomically if the storage supports it. */
  put(...files: readonly StoredFile[]): Promise<void>;
  get(key: FileKey): Promise<Uint8Array | null>;
  /** Returns the SHA-256 of the currently stored content; null if the file does not exist. */
  digest(key: FileKey): Promise<Uint8Array | null>;
  /** Deletes a file, if it exists. */
  remove(key: FileKey): Promise<void>;
  /** Deletes the files of an id, except those with the given names. */
  removeOthers(of: Omit<FileKey, 'name'>, kept: readonly string[]): Promise<void>;
  /**
   * Returns a file's temporary address at the storage, which needs no credentials and expires after some minutes. Undefined if the storage
   * has no such addresses.
   */
  temporaryUrl?(key: FileKey, savedAs: string): Promise<string>;
}

export interface StoredFile {
  key: FileKey;
  content: Uint8Array;
}

/** Key of a file. `name` is a plain file name with its extension. */
export interface FileKey {
  organisationId: string;
  id: string;
  name: string;
}
