import type { Check, Reason } from './check.ts';
import type { Messages } from './compiled-messages/load.ts';
import type { Report } from './report.ts';

/** Returns the sentence of a check's reason. */
export function sentence({ reasons }: Messages, reason: Reason, detail: string | null): string {
  const message = reasons[reason];
  return typeof message === 'string' ? message : message({ detail: detail ?? '–', count: Number(detail) });
}

/** Returns the sentence about the import of a certificate that was issued elsewhere. `day` formats days and times. */
export function importSentence(
  { imports }: Messages,
  { imported, issuedAt }: NonNullable<Report['certificate']>,
  day: (text: string) => string = (text) => text.slice(0, 10),
): string {
  const [awarded, at] = [imported?.awardedOn ? day(imported.awardedOn) : '–', day(issuedAt)];
  return imported?.issuer ? imports.through({ awarded, issuer: imported.issuer, at }) : imports.dates({ awarded, at });
}

/** Returns the text of a check in a report. For a PNG it adds that the picture itself is unsigned, if that matters. */
export function messageOf(messages: Messages, kind: Report['kind'], { check, outcome, reason, detail }: Check): string {
  const said = sentence(messages, reason, detail);
  const isUnchecked = kind === 'png' && check === 'file' && outcome === 'not checkable';
  return isUnchecked ? `${said} ${messages.pictureNotChecked}` : said;
}
