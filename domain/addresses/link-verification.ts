import { encodeShortCode } from './encode-short-code.ts';

/** Returns the address of the verification page, below the address that is printed on the certificate. */
export const verificationUrl = (address: string, verificationHash: string): string =>
  `${address}/verify/${verificationHash}`;

/** Returns the short address that leads to the verification page, for codes with few modules and for typing. */
export const shortVerificationUrl = (address: string, verificationHash: string): string =>
  `${address}/s/${encodeShortCode(verificationHash)}`;
