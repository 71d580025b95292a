import {
  type Language,
  loadMessages,
  type Messages,
  type Notice,
  renderNotice,
} from '../../../email-templates/index.ts';
import type { Services } from '../../context.ts';
import type { OpenLink } from '../../emails/deliver.ts';
import type { Email } from '../../emails/set-status.ts';
import { readMailLanguage } from '../../members/read-language.ts';
import type { Mail } from '../../ports/email.ts';
import { oneLine } from '../../shared/one-line.ts';

/** A mail ready to be handed over. */
export interface Composed {
  mail: Omit<Mail, 'messageId'>;
  openLink?: OpenLink;
}

/**
 * Composes a mail of its kind when it is sent: recipient, subject, body and attachments, from authentic rows. Returns the reason if the
 * mail is obsolete or its recipient has lost access, and null if it waits for something that queues it again.
 */
export type EmailComposer = (services: Services, email: Email) => Promise<Composed | string | null>;

/** Reason why a mail about an account is not sent. */
export const WITHDRAWN = 'withdrawn before it was sent';

/** Returns a mail about an account, with Laurel as the sender. */
export async function accountEmail(address: string, notice: Notice): Promise<Composed['mail']> {
  const subject = oneLine(notice.subject);
  const { html, text } = await renderNotice({ ...notice, subject });
  const sender = { senderName: 'Laurel', server: null, signature: null, from: null, copyTo: null, replyTo: null };
  return { ...sender, to: { name: '', address }, subject, html, text, attachments: [] };
}

/** Language of a mail about an account, with the means to write it. */
interface Words {
  language: Language;
  messages: Messages;
  /** Isolates a value from the direction of the text around it (UAX 9). */
  value(text: string): string;
  /** Adds the language to the address of a page, which has it if its reader has chosen none. */
  link(url: string): string;
}

/** Returns the words of the language that a person reads; English if it is not known, or without a person. */
export async function wordsFor(services: Services, userId: string | null): Promise<Words> {
  return wordsIn((userId === null ? null : await readMailLanguage(services.em(), userId)) ?? 'en');
}

/** Returns the words of a language. */
export async function wordsIn(language: Language): Promise<Words> {
  const isIsolated = (text: string) => language === 'ar' || RIGHT_TO_LEFT.test(text);
  return {
    language,
    messages: await loadMessages(language),
    value: (text) => (isIsolated(text) ? `\u2068${text}\u2069` : text),
    // The parameter that pages of the dashboard read (server/http/dashboard-language.ts).
    link: (url) => `${url}${url.includes('?') ? '&' : '?'}mailLanguage=${language}`,
  };
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
