/** Maximum links of a certificate that are not revoked. */
export const MAX_LINKS = 20;
