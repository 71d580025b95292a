/** A row that violates an invariant of the platform. */
export interface Violation {
  invariant: 'credits' | 'files' | 'batches' | 'events' | 'work';
  organisationId: string;
  /** The row: a certificate, a batch, an e-mail, a delivery or a font; null where it is the organisation itself, or a picture. */
  id: string | null;
  message: string;
}
