import type { Verification } from '../../../domain/verification/show.ts';
import type { Messages } from './compiled-messages/load.ts';

/** Returns the certificate's name: that of its template, or the word for a certificate if it was imported without a template. */
export const titleOf = ({ result }: Verification, messages: Messages): string =>
  result.certificate.templateName ?? messages.certificate;
