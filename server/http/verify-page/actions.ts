import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { icon } from './icons.ts';
import type { Reader } from './layout.ts';
import { formUrl, linkedInValues } from './linked-in.ts';
import { post } from './post.ts';
import { titleOf } from './title.ts';

/** Returns the buttons of a valid certificate: to add it to a profile, to post it, its files, its link. */
export function actions(verification: Verification, reader: Reader): Html {
  const { pdfUrl, imageUrl, credentialUrl, result } = verification;
  const { messages, address } = reader;
  if (!pdfUrl || !imageUrl) return html``;
  const link = verification.sharedUrl ?? verificationUrl(address, result.certificate.verificationHash);
  return html`<div class="actions"><a class="button primary" href="${formUrl(verification, titleOf(verification, messages), link)}" rel="noopener" target="_blank" data-count="/verify/${result.certificate.verificationHash}/linkedin">${icon('linkedIn')}${messages.linkedIn.add}</a>
${post(verification, reader, link)}
<a class="button" href="${pdfUrl}" download>${icon('download')}${messages.download({ format: 'PDF' })}</a>
<a class="button" href="${imageUrl}" download>${icon('download')}${messages.download({ format: 'PNG' })}</a>
${credentialUrl && html`<a class="button" href="${credentialUrl}">${icon('credential')}${messages.credential}</a>`}
<button class="button" type="button" hidden data-copy-link="${link}" data-copied="${messages.copied}">${icon('link')}<span>${messages.copyLink}</span></button><span class="unseen" role="status"></span></div>
${linkedInValues(verification, reader, link)}`;
}
