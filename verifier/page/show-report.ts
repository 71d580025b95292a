import type { Messages } from '../compiled-messages/load.ts';
import type { Check, Outcome, Report } from '../index.ts';
import { importSentence, messageOf } from '../sentences.ts';

const LOOKS: Record<Outcome, { kind: string; sign: string }> = {
  verified: { kind: 'good', sign: '✓' },
  failed: { kind: 'bad', sign: '✕' },
  'not checkable': { kind: 'unknown', sign: '?' },
};

export function showBusy(area: HTMLElement): void {
  const status = area.querySelector('[data-report]');
  status?.replaceChildren(element('p', 'note', area.dataset.busy ?? ''));
}

/** Shows the verdict as a banner, followed by each check with an explanation. */
export function showReport(area: HTMLElement, report: Report, messages: Messages): void {
  const banner = bannerOf(report.outcome, messages.verdicts[report.outcome]);
  const list = element('ul', 'checks');
  list.append(...report.checks.map((check) => item(check, report.kind, messages)));
  area.querySelector('[data-report]')?.replaceChildren(banner, ...about(area, report, messages), list);
  banner.scrollIntoView({ block: 'nearest' });
}

/** Shows that a file is the original of an imported certificate, with a link to its page. */
export function showOriginal(area: HTMLElement, address: string, { original }: Messages): void {
  const banner = bannerOf('verified', original);
  const line = element('p', '');
  line.append(linkTo(area, address));
  area.querySelector('[data-report]')?.replaceChildren(banner, line);
  banner.scrollIntoView({ block: 'nearest' });
}

function bannerOf(outcome: Outcome, { title, text }: { title: string; text: string }): HTMLElement {
  const { kind, sign } = LOOKS[outcome];
  const mark = element('span', 'sign', sign);
  mark.ariaHidden = 'true';
  const said = element('div', '');
  said.append(element('h2', '', title), element('p', '', text));
  const banner = element('section', `state ${kind}`);
  banner.append(mark, said);
  return banner;
}

function linkTo(area: HTMLElement, address: string): HTMLElement {
  const link = element('a', '', area.dataset.page ?? '');
  link.setAttribute('href', address);
  return link;
}

function item(found: Check, kindOfFile: Report['kind'], messages: Messages): HTMLElement {
  const { check, outcome, detail } = found;
  const { kind, sign } = LOOKS[outcome];
  const row = element('li', '');
  const state = element('p', `outcome ${kind}`, `${sign} ${messages.outcomes[outcome]}`);
  row.append(
    element('h3', '', messages.checks[check]),
    state,
    element('p', '', messageOf(messages, kindOfFile, { ...found, detail: localised(detail) })),
  );
  return row;
}

/** Formats times in the reader's language and time zone. */
function localised(detail: string | null): string | null {
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeStyle: 'short' });
  return detail?.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (time) => format.format(new Date(time))) ?? null;
}

/** Formats a day, or the day of a time, in the reader's language. */
const day = (text: string): string =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(text));

/** Describes the certificate if its credential's signature is verified, with a link to its page. */
function about(
  area: HTMLElement,
  { checks, certificate, verificationHash }: Report,
  messages: Messages,
): HTMLElement[] {
  const isSigned = checks.some(({ check, outcome }) => check === 'credential' && outcome === 'verified');
  if (!isSigned || !certificate || !verificationHash) return [];
  const line = element('p', '', `${certificate.name} – ${certificate.issuerName} `);
  line.dir = 'auto';
  line.append(linkTo(area, `/verify/${verificationHash}`));
  const { imported } = certificate;
  return [line, ...(imported ? [element('p', 'note', importSentence(messages, certificate, day))] : [])];
}

function element(name: string, className: string, text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
