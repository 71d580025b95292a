/** A row that violates an invariant of the platform. */
export interface Violation {
  invariant: 'authenticity' | 'batches' | 'certificates' | 'chains' | 'credits' | 'events' | 'files' | 'log' | 'work';
  /** Null where no organisation has the row, as an account or an entry of the log. */
  organisationId: string | null;
  /** The row: a certificate, a key, an e-mail, a delivery or another; null where it is the organisation itself, or has no id. */
  id: string | null;
  message: string;
}

/** A pass over all rows, and one over all stored files, which takes longer. */
export type PassName = 'rows' | 'files';

/** Violations as they are found, a page of rows at a time: between two pages the caller may pause. */
export type Check = AsyncGenerator<Violation[]>;
