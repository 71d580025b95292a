import escapeHtml from 'escape-html';
import { paragraphs } from './email.ts';
import { fillEmail } from './shell.ts';

/** Short mail with one action, in plain text. */
export interface Notice {
  subject: string;
  text: string;
  action: { label: string; url: string };
  /** Language of the texts (BCP 47); English if omitted. */
  language?: string;
  /** Words before the address of the action, in that language. */
  openAddress?: string;
}

/** Renders the notice as HTML and as plain text. */
export async function renderNotice({
  subject,
  text,
  action,
  language = 'en',
  openAddress = 'Or open this address:',
}: Notice): Promise<{ html: string; text: string }> {
  const html = await fillEmail(
    { language, cardAttributes: 'padding="20px 0"', card: CARD },
    {
      subject: escapeHtml(subject),
      text: paragraphs(text),
      label: escapeHtml(action.label),
      url: escapeHtml(action.url),
      openAddress: escapeHtml(openAddress),
    },
  );
  return { html, text: `${text}\n\n${action.label}:\n${action.url}` };
}

const CARD = `
      <mj-section><mj-column>
        <mj-text css-class="ink break" font-size="20px" font-weight="700"><div dir="auto">[[subject]]</div></mj-text>
        <mj-text css-class="ink break"><div dir="auto">[[text]]</div></mj-text>
        <mj-button href="[[url]]" background-color="#0b6b43" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600" inner-padding="13px 26px" padding="16px 32px 8px" align="left">[[label]]</mj-button>
        <mj-text css-class="soft break" color="#566273" font-size="13px"><span dir="auto">[[openAddress]]</span> <a href="[[url]]" style="color:#566273">[[url]]</a></mj-text>
      </mj-column></mj-section>`;
