interface Version {
  organisationId: string;
  templateId: string;
  /** SHA-256 of the design. */
  digest: Uint8Array;
}

/** Returns the address of a version's thumbnail. It contains the design's digest, so it changes with the design and is unguessable. */
export const thumbnailUrl = (address: string, { organisationId, templateId, digest }: Version): string =>
  `${address}/thumbnails/${organisationId}/${templateId}/${thumbnailName(digest)}`;

/** Returns the last part of the address. */
export const thumbnailName = (digest: Uint8Array): string =>
  `${Buffer.from(digest).subarray(0, 16).toString('hex')}.png`;
