/** Maximum links of a certificate. */
export const MAX_LINKS = 20;
/** Maximum times a day that a recipient shows certificates of an organisation again, and creates links. */
export const DAILY_CHANGES = 100;
