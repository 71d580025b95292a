interface Version {
  organisationId: string;
  templateId: string;
  /** SHA-256 of the design. */
  digest: Uint8Array;
}

/** What a version looks like, at an address that changes with the design; the digest makes it unguessable. */
export const thumbnailUrl = (address: string, { organisationId, templateId, digest }: Version): string =>
  `${address}/thumbnails/${organisationId}/${templateId}/${thumbnailName(digest)}`;

/** The last part of the address. */
export const thumbnailName = (digest: Uint8Array): string =>
  `${Buffer.from(digest).subarray(0, 16).toString('hex')}.png`;
