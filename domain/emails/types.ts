/** Identifies a request to send a mail. */
export interface EmailKey {
  organisationId: string;
  id: string;
}

/** Organisation of mails that belong to none, such as those for a new password. */
export const NO_ORGANISATION = '00000000-0000-0000-0000-000000000000';
