import escapeHtml from 'escape-html';
import { type Language, loadMessages } from './compiled-messages/load.ts';
import { paragraphs } from './email.ts';
import { labelled } from './labelled.ts';
import { directionOf, fillEmail } from './shell.ts';

/** Short mail with one action, in plain text. */
export interface Notice {
  subject: string;
  text: string;
  action: { label: string; url: string };
  /** Language of the texts. */
  language: Language;
}

/** Renders the notice as HTML and as plain text. */
export async function renderNotice({
  subject,
  text,
  action,
  language,
}: Notice): Promise<{ html: string; text: string }> {
  const { openAddress } = await loadMessages(language);
  const html = await fillEmail(
    { language, cardAttributes: 'padding="20px 0"', card: cardIn(language) },
    {
      subject: escapeHtml(subject),
      text: paragraphs(text),
      label: escapeHtml(action.label),
      url: escapeHtml(action.url),
      openAddress: escapeHtml(openAddress),
    },
  );
  return { html, text: `${text}\n\n${labelled(language, action.label)}\n${action.url}` };
}

/** Returns the card in the direction of the language, which the first letter of a text does not show if it begins with a name. */
function cardIn(language: Language): string {
  const dir = directionOf(language);
  return `
      <mj-section><mj-column>
        <mj-text css-class="ink break" font-size="20px" font-weight="700"><div dir="${dir}">[[subject]]</div></mj-text>
        <mj-text css-class="ink break"><div dir="${dir}">[[text]]</div></mj-text>
        <mj-button href="[[url]]" background-color="#0b6b43" color="#ffffff" border-radius="8px" font-size="16px" font-weight="600" inner-padding="13px 26px" padding="16px 32px 8px">[[label]]</mj-button>
        <mj-text css-class="soft break" color="#566273" font-size="13px"><div dir="${dir}">[[openAddress]] <a href="[[url]]" dir="ltr" style="color:#566273">[[url]]</a></div></mj-text>
      </mj-column></mj-section>`;
}
