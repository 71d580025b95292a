import escapeHtml from 'escape-html';
import { type Language, loadMessages } from './compiled-messages/load.ts';
import { ALL_AT, DEFAULT_COLOR, footer, LOGO, paragraphs, readableOn, SIGNATURE } from './email.ts';
import { labelled } from './labelled.ts';
import { COLORS, fillEmail } from './shell.ts';

interface Reminder {
  subject: string;
  /** Plain text. Line breaks are kept. */
  intro: string;
  signature: string | null;
  /** Certificates that expire, with the last day of their validity as a text. */
  certificates: readonly { name: string; number: string | null; until: string; url: string }[];
  /** Address of the place where recipients find all their certificates. */
  placeUrl: string;
  /** Address that stops further reminders. */
  stopUrl: string;
  organizationName: string | null;
  websiteUrl: string | null;
  /** Colour as `#RRGGBB`. */
  brandColor: string | null;
  /** Source of the logo, `cid:`, `data:` or http(s). */
  logo: string | null;
  /** Language of the built-in words, from `emailLanguage`. */
  language: Language;
}

/** Renders the mail that reminds a recipient of certificates that expire, as HTML and plain text. Values are escaped. */
export async function renderReminder(content: Reminder): Promise<{ html: string; text: string }> {
  const messages = await loadMessages(content.language);
  const brand = content.brandColor ?? DEFAULT_COLOR;
  const lines = content.certificates.map(({ name, number, until, url }) => ({
    ...{ name, url, number: number && messages.number({ number }) },
    until: messages.reminder.until({ date: until }),
  }));
  const values: Record<string, string> = {
    subject: escapeHtml(content.subject),
    intro: paragraphs(content.intro),
    signature: paragraphs(content.signature ?? ''),
    organizationName: escapeHtml(content.organizationName ?? ''),
    websiteUrl: escapeHtml(content.websiteUrl ?? ''),
    logo: escapeHtml(content.logo ?? ''),
    button: escapeHtml(messages.reminder.button),
    allAt: escapeHtml(messages.allAt),
    placeUrl: escapeHtml(content.placeUrl),
    stop: escapeHtml(messages.reminder.stop),
    stopUrl: escapeHtml(content.stopUrl),
    brand: escapeHtml(brand),
    onBrand: readableOn(brand),
    certificates: lines.map((line) => markupOf(line, messages.reminder.button)).join(''),
  };
  const html = await fillEmail(
    {
      language: content.language,
      preview: '[[subject]]',
      cardAttributes: `border-top="6px solid ${COLORS.brand}" padding="20px 0 24px"`,
      card: card({ logo: content.logo !== null, signature: content.signature !== null }),
      footer: `${content.organizationName === null ? '' : footer(content.websiteUrl !== null)}${STOP}`,
    },
    values,
  );
  const text = [
    content.intro,
    ...lines.map(({ name, number, until, url }) => [name, number, until, url].filter(Boolean).join('\n')),
    `${labelled(content.language, messages.allAt)}\n${content.placeUrl}`,
    content.signature,
    [content.organizationName, content.websiteUrl].filter(Boolean).join('\n'),
    `${labelled(content.language, messages.reminder.stop)}\n${content.stopUrl}`,
  ];
  return { html, text: text.filter(Boolean).join('\n\n') };
}

/** Returns a certificate as markup. Mail programs show tables of any length, which MJML would compile for each number of rows. */
const markupOf = (
  { name, number, until, url }: { name: string; number: string | null; until: string; url: string },
  label: string,
): string =>
  `<p style="margin:0 0 14px"><strong dir="auto" style="display:block">${escapeHtml(name)}</strong>` +
  `${number ? `<span dir="auto" style="display:block">${escapeHtml(number)}</span>` : ''}` +
  `<span dir="auto" style="display:block">${escapeHtml(until)}</span>` +
  `<a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(label)}</a></p>`;

/** Section with the link that stops reminders. */
const STOP = `
  <mj-section padding="0 16px 12px"><mj-column>
    <mj-text css-class="soft break" align="center" color="#566273" font-size="13px"><a href="[[stopUrl]]" dir="auto" style="color:#566273">[[stop]]</a></mj-text>
  </mj-column></mj-section>`;

const card = (has: { logo: boolean; signature: boolean }): string => `
      ${has.logo ? LOGO : ''}
      <mj-section><mj-column>
        <mj-text css-class="ink break"><div dir="auto">[[intro]]</div></mj-text>
      </mj-column></mj-section>
      <mj-section padding="8px 32px"><mj-column css-class="panel" background-color="#f3f5f8" border-radius="10px" padding="14px 0 0">
        <mj-text css-class="ink break" padding="0 20px">[[certificates]]</mj-text>
      </mj-column></mj-section>
      <mj-section padding="8px 0 0"><mj-column>${ALL_AT}${has.signature ? SIGNATURE : ''}</mj-column></mj-section>`;
