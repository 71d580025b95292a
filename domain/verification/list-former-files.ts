import type { SealedFacts } from '../seals/follow-chain.ts';

/** Files that were in force until a correction or a change of the expiry. */
export interface FormerFiles {
  /** SHA-256 (hex) of the PDF and the image. */
  digests: string[];
  until: Date;
}

/** Returns the certificate's former files, oldest first. */
export const listFormerFiles = ({ editions, files, formers }: SealedFacts): FormerFiles[] =>
  editions.flatMap((edition, index) => {
    if (edition === files) return [];
    const next = editions[index + 1];
    const former = formers.find(({ verificationHash }) => verificationHash === edition.verificationHash);
    const isReissued = next?.verificationHash === edition.verificationHash;
    const until = isReissued ? new Date(next.sealedAt) : former?.until;
    return until ? [{ digests: [edition.pdfSha256, edition.imageSha256], until }] : [];
  });
