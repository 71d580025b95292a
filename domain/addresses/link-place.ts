/** Returns the recipients' place of the installation, where people find all their certificates. */
export const placeUrl = (address: string): string => `${address}/my`;
