import escapeHtml from 'escape-html';
import { type Language, languageFor, loadMessages, type Messages } from './compiled-messages/load.ts';
import { labelled } from './labelled.ts';
import { COLORS, fillEmail } from './shell.ts';

export interface EmailContent {
  subject: string;
  /** Plain text. Line breaks are kept. */
  intro: string;
  signature: string | null;
  recipientName: string;
  templateName: string;
  /** Number of the certificate; null without one. */
  number: string | null;
  organizationName: string | null;
  websiteUrl: string | null;
  /** Colour as `#RRGGBB`. */
  brandColor: string | null;
  /** Source of the picture, `cid:` or http(s). */
  logo: string | null;
  /** Source of a small picture of the certificate, `cid:` or http(s). */
  picture: string | null;
  verificationUrl: string;
  /** Address of the place where recipients find all their certificates. */
  placeUrl: string;
  /** Language of the mail's built-in words, from `emailLanguage`. */
  language: Language;
}

/** Returns the language of a mail's built-in texts for that of its certificate (BCP 47). */
export const emailLanguage = (language: string | null): Language => languageFor(language ?? 'en') ?? 'en';

/** Laurel's colour, for organisations without one. */
export const DEFAULT_COLOR = '#0b6b43';

/**
 * Renders the e-mail of a certificate as HTML and plain text. The HTML works in light and dark mode and at any width. Values are escaped.
 */
export async function renderEmail(content: EmailContent): Promise<{ html: string; text: string }> {
  const brand = content.brandColor ?? DEFAULT_COLOR;
  const messages = await loadMessages(content.language);
  const values: Record<string, string> = {
    subject: escapeHtml(content.subject),
    intro: paragraphs(content.intro),
    signature: paragraphs(content.signature ?? ''),
    recipientName: escapeHtml(content.recipientName),
    templateName: escapeHtml(content.templateName),
    number: content.number === null ? '' : escapeHtml(messages.number({ number: content.number })),
    organizationName: escapeHtml(content.organizationName ?? ''),
    websiteUrl: escapeHtml(content.websiteUrl ?? ''),
    logo: escapeHtml(content.logo ?? ''),
    picture: escapeHtml(content.picture ?? ''),
    pictureOf: escapeHtml(messages.pictureOf({ name: content.recipientName })),
    verificationUrl: escapeHtml(content.verificationUrl),
    button: escapeHtml(messages.button),
    genuineAt: escapeHtml(messages.genuineAt),
    allAt: escapeHtml(messages.allAt),
    placeUrl: escapeHtml(content.placeUrl),
    brand: escapeHtml(brand),
    onBrand: readableOn(brand),
  };
  const html = await fillEmail(
    {
      language: content.language,
      preview: '[[templateName]] – [[recipientName]]',
      cardAttributes: `border-top="6px solid ${COLORS.brand}" padding="20px 0 24px"`,
      card: card({
        logo: content.logo !== null,
        picture: content.picture !== null,
        number: content.number !== null,
        signature: content.signature !== null,
      }),
      footer: content.organizationName === null ? '' : footer(content.websiteUrl !== null),
    },
    values,
  );
  return { html, text: plainText(content, messages) };
}

const card = (has: { logo: boolean; picture: boolean; number: boolean; signature: boolean }): string => `
      ${has.logo ? LOGO : ''}
      <mj-section><mj-column>
        <mj-text css-class="ink break"><div dir="auto">[[intro]]</div></mj-text>
      </mj-column></mj-section>
      ${has.picture ? PICTURE : ''}
      <mj-section padding="8px 32px"><mj-column css-class="panel" background-color="#f3f5f8" border-radius="10px" padding="12px 0">
        <mj-text css-class="ink break" font-size="20px" font-weight="700" padding="2px 20px"><span dir="auto">[[recipientName]]</span></mj-text>
        <mj-text css-class="soft break" color="#566273" padding="2px 20px"><span dir="auto">[[templateName]]</span></mj-text>
        ${has.number ? '<mj-text css-class="soft break" color="#566273" padding="2px 20px"><span dir="auto">[[number]]</span></mj-text>' : ''}
      </mj-column></mj-section>
      <mj-section><mj-column>
        <mj-button href="[[verificationUrl]]" background-color="${COLORS.brand}" color="${COLORS.onBrand}" border-radius="8px" font-size="16px" font-weight="600" inner-padding="13px 26px" padding="16px 32px 8px">[[button]]</mj-button>
        <mj-text css-class="soft break" color="#566273" font-size="13px"><span dir="auto">[[genuineAt]]</span> <a href="[[verificationUrl]]" style="color:#566273">[[verificationUrl]]</a></mj-text>
        ${ALL_AT}
        ${has.signature ? SIGNATURE : ''}
      </mj-column></mj-section>`;

/** Line with the place of all certificates. */
export const ALL_AT = `<mj-text css-class="soft break" color="#566273" font-size="13px" padding="0 32px 8px"><span dir="auto">[[allAt]]</span> <a href="[[placeUrl]]" style="color:#566273">[[placeUrl]]</a></mj-text>`;

/** Logo on white, so that a dark logo is visible in dark mode. */
export const LOGO = `
  <mj-section padding="4px 32px 12px"><mj-column>
    <mj-text padding="0"><img src="[[logo]]" alt="[[organizationName]]" height="48" style="display:inline-block;height:48px;max-width:240px;object-fit:contain;background:#ffffff;border-radius:8px;padding:6px 10px"></mj-text>
  </mj-column></mj-section>`;

/** Picture that links to the page, like the button below. Its frame separates it from a background of the same colour. */
const PICTURE = `
  <mj-section padding="8px 32px"><mj-column>
    <mj-text padding="0"><a href="[[verificationUrl]]"><img src="[[picture]]" alt="[[pictureOf]]" width="536" style="display:block;width:100%;max-width:536px;height:auto;border:1px solid #d5dae1;border-radius:8px"></a></mj-text>
  </mj-column></mj-section>`;

export const SIGNATURE = `<mj-text css-class="ink break" padding="16px 32px 0"><div dir="auto">[[signature]]</div></mj-text>`;

/** Returns the section with the organisation's name. */
export const footer = (hasWebsite: boolean): string => `
  <mj-section padding="12px 16px"><mj-column>
    <mj-text css-class="soft break" align="center" color="#566273" font-size="13px">${
      hasWebsite ? '<a href="[[websiteUrl]]" style="color:#566273">[[organizationName]]</a>' : '[[organizationName]]'
    }</mj-text>
  </mj-column></mj-section>`;

function plainText(content: EmailContent, { button, allAt, number }: Messages): string {
  return [
    content.intro,
    [content.templateName, content.recipientName, content.number && number({ number: content.number })]
      .filter(Boolean)
      .join('\n'),
    `${labelled(content.language, button)}\n${content.verificationUrl}`,
    `${labelled(content.language, allAt)}\n${content.placeUrl}`,
    content.signature,
    [content.organizationName, content.websiteUrl].filter(Boolean).join('\n'),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** Returns text as markup that keeps its line breaks. */
export const paragraphs = (text: string): string => escapeHtml(text).replaceAll(/\r\n|\r|\n/g, '<br>');

/** Returns black or white, whichever has more contrast (WCAG 2.2, relative luminance). */
export function readableOn(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
