/** Files under unguessable keys; what is stored under a key never changes. */
export interface FileStorage {
  /** Stores files, as one where the storage can. */
  put(...files: readonly StoredFile[]): Promise<void>;
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

interface StoredFile {
  key: FileKey;
  content: Uint8Array;
}

/** `name` is a plain file name with its ending. */
export interface FileKey {
  organisationId: string;
  id: string;
  name: string;
}
