import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { actions } from './actions.ts';
import { CARD_SIZE, cardUrl } from './card.ts';
import { facts } from './facts.ts';
import { fileChooser } from './file-chooser.ts';
import { formerFiles, formerNotice } from './former.ts';
import { layout, type Reader } from './layout.ts';
import { letterhead } from './letterhead.ts';
import { picture } from './picture.ts';
import { renewedNotice } from './renewed.ts';
import { SCRIPT_PATH } from './script.ts';
import { stateOf } from './state.ts';
import { titleOf } from './title.ts';

/** Returns the page of a certificate: its issuer, its validity, its content and its files. */
export function certificatePage(verification: Verification, reader: Reader): Html {
  const { messages } = reader;
  const { certificate } = verification.result;
  const state = stateOf(verification, messages);
  return layout(
    reader,
    pageTitle(verification, reader),
    preview(verification, reader, state.title),
    html`<div class="banners">${formerNotice(verification, reader)}${!verification.isWithheld && renewedNotice(verification, reader)}<section class="state ${state.kind}" role="status"><span class="sign" aria-hidden="true">${state.sign}</span>
<div><h1>${state.title}</h1><p>${state.text}</p></div></section></div>
${verification.isHidden && html`<div class="picture waiting private note"><p>${messages.hidden}</p></div>`}${!verification.isWithheld && picture(verification, state, reader)}
<div class="about">${facts(verification, reader)}
${state.mark === null && !verification.former && !verification.isWithheld && actions(verification, reader)}</div>
${fileCheck(verification, reader)}
<p class="hash">${messages.hash} <code dir="ltr">${certificate.verificationHash}</code></p>
<script src="${SCRIPT_PATH}" defer></script>`,
    { letterhead: letterhead(verification, reader), kind: 'certificate-page' },
  );
}

function pageTitle(verification: Verification, { messages }: Reader): string {
  const title = titleOf(verification, messages);
  return verification.isWithheld ? title : `${title} – ${verification.result.certificate.recipientName}`;
}

/** Returns the values from which other sites make a preview of a link to the page. */
function preview(verification: Verification, reader: Reader, state: string): Html {
  const { name } = verification.issuer;
  const { width, height } = CARD_SIZE;
  // A link of the recipient is for those who get it, and a card would remain after it is revoked.
  if (verification.isWithheld || verification.sharedUrl !== null) return html`<meta name="robots" content="noindex">`;
  return html`<meta property="og:type" content="website"><meta property="og:title" content="${pageTitle(verification, reader)}">
<meta property="og:description" content="${state}${name ? ` ${reader.messages.issuedBy}: ${name}` : ''}">
<meta property="og:image" content="${cardUrl(verification, reader)}"><meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="${width}"><meta property="og:image:height" content="${height}">
<meta property="og:image:alt" content="${state}"><meta name="twitter:card" content="summary_large_image">`;
}

/** Returns the check of a file. It is hidden until its script finds that the browser can compare files. */
function fileCheck(verification: Verification, reader: Reader): Html | null {
  const { fileDigests } = verification;
  if (fileDigests.length === 0) return null;
  const { messages } = reader;
  const { imported, other, check } = messages;
  const genuine = verification.result.certificate.imported ? imported.same : messages.same;
  const same = verification.result.test ? messages.test.text : genuine;
  return html`<aside hidden data-digests="${fileDigests.join(' ')}" data-same="${same}" data-other="${other.title}" data-other-text="${other.text}" data-former="${formerFiles(verification, reader)}">${fileChooser(check, messages)}<output for="file"></output></aside>`;
}
