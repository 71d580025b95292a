/** A row that violates an invariant of the platform. */
export interface Violation {
  invariant:
    | 'authenticity'
    | 'batches'
    | 'certificates'
    | 'chains'
    | 'credits'
    | 'events'
    | 'files'
    | 'imports'
    | 'log'
    | 'numbers'
    | 'renewals'
    | 'work';
  /** Null for rows without an organisation, such as accounts and log entries. */
  organisationId: string | null;
  /** Id of the row, such as a certificate, key, e-mail or delivery. Null for the organisation itself and for rows without an id. */
  id: string | null;
  message: string;
}

/** Name of a pass: over all rows, or over all stored files, which takes longer. */
export type PassName = 'rows' | 'files';

/** Violations by page of rows. The caller can pause between pages. */
export type Check = AsyncGenerator<Violation[]>;
