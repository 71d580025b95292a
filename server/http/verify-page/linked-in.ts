import type { Verification } from '../../../domain/verification/show.ts';
import { type Html, html } from '../html.ts';
import { date, type Reader } from './layout.ts';
import { titleOf } from './title.ts';

/** Values of a certificate for LinkedIn's form. */
interface Values {
  result: { certificate: Pick<Verification['result']['certificate'], 'awardedOn' | 'id'> };
  issuer: Pick<Verification['issuer'], 'name'>;
  dates: Pick<Verification['dates'], 'validUntil'>;
}

/** Returns the address of LinkedIn's form for licences and certifications, with its values. */
export function formUrl({ result, issuer, dates }: Values, title: string, link: string): string {
  const { awardedOn, id } = result.certificate;
  const [issueYear, issueMonth] = yearAndMonth(awardedOn);
  const [expirationYear, expirationMonth] = dates.validUntil === null ? [] : yearAndMonth(dates.validUntil);
  const url = new URL('https://www.linkedin.com/profile/add');
  url.search = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: title,
    ...(issuer.name && { organizationName: issuer.name }),
    ...{ issueYear, issueMonth },
    ...(expirationYear && expirationMonth && { expirationYear, expirationMonth }),
    certUrl: link,
    certId: id,
  }).toString();
  return url.href;
}

/** Returns the form's values to copy. LinkedIn does not always fill in its form. */
export function linkedInValues(verification: Verification, reader: Reader, link: string): Html {
  const { result, issuer, dates } = verification;
  const { awardedOn, id } = result.certificate;
  const title = titleOf(verification, reader.messages);
  const { linkedIn: words } = reader.messages;
  const field = (label: string, value: string | Html, copied: string | null) =>
    html`<div><dt>${label}</dt><dd><bdi>${value}</bdi>${copied && html` <button class="copy" type="button" hidden data-copy="${copied}" aria-label="${words.copy}: ${label}">${words.copy}</button>`}</dd></div>`;
  return html`<details class="linked-in how"><summary class="note">${words.how}</summary>
<dl>${field(words.name, title, title)}
${issuer.name && field(words.issuer, issuer.name, issuer.name)}
${field(words.issued, date(awardedOn, reader), null)}
${dates.validUntil && field(words.expires, date(dates.validUntil, reader), null)}
${field(words.id, id, id)}
${field(words.url, link, link)}</dl></details>`;
}

/** Returns the year and the month of a day (YYYY-MM-DD), without leading zeros. */
const yearAndMonth = (day: string): [string, string] => {
  const [year, month] = day.split('-').map(Number);
  return [String(year), String(month)];
};
