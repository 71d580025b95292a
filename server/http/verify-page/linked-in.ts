import { verificationUrl } from '../../../domain/addresses/link-verification.ts';
import type { Verification } from '../../../domain/verification/verify.ts';
import { type Html, html } from '../html.ts';
import { date, type Reader } from './layout.ts';

/** Returns a link to LinkedIn's form for a certificate, and its values to copy. LinkedIn does not always fill in the form. */
export function linkedIn({ result, issuer, dates }: Verification, reader: Reader): Html {
  const { certificate } = result;
  const { linkedIn: words } = reader.messages;
  const address = verificationUrl(reader.address, certificate.verificationHash);
  const { awardedOn } = certificate;
  const form = formUrl({ ...certificate, validUntil: dates.validUntil, issuer: issuer.name, address });
  const field = (label: string, value: string | Html, copied: string | null) =>
    html`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${copied && html` <button class="copy" type="button" hidden data-copy="${copied}" aria-label="${words.copy}: ${label}">${words.copy}</button>`}</dd></div>`;
  return html`<details class="linked-in"><summary class="button plain">${words.add}</summary>
<p>${words.how}</p><dl>${field(words.name, certificate.templateName, certificate.templateName)}
${issuer.name && field(words.issuer, issuer.name, issuer.name)}
${field(words.issued, date(awardedOn, reader), null)}
${dates.validUntil && field(words.expires, date(dates.validUntil, reader), null)}
${field(words.id, certificate.id, certificate.id)}
${field(words.url, address, address)}</dl>
<p><a class="button" href="${form}" rel="noopener" target="_blank">${words.open}</a></p></details>`;
}

interface Filled {
  templateName: string;
  /** Days: YYYY-MM-DD. */
  awardedOn: string;
  validUntil: string | null;
  id: string;
  issuer: string | null;
  address: string;
}

/** Returns the address of LinkedIn's form for licences and certifications, with its values. */
function formUrl({ templateName, awardedOn, validUntil, id, issuer, address }: Filled): string {
  const [issueYear, issueMonth] = yearAndMonth(awardedOn);
  const [expirationYear, expirationMonth] = validUntil === null ? [] : yearAndMonth(validUntil);
  const url = new URL('https://www.linkedin.com/profile/add');
  url.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: templateName,
    ...(issuer && { organizationName: issuer }),
    ...{ issueYear, issueMonth },
    ...(expirationYear && expirationMonth && { expirationYear, expirationMonth }),
    certUrl: address,
    certId: id,
  }).toString();
  return url.href;
}

/** Returns the year and the month of a day (YYYY-MM-DD), without leading zeros. */
const yearAndMonth = (day: string): [string, string] => {
  const [year, month] = day.split('-').map(Number);
  return [String(year), String(month)];
};
