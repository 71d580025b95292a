// Mails as HTML and plain text, in ten languages: the mail of a certificate, and short notices with one action.
// They are MJML filled with escaped values. No database, network or environment.
export { type Language, loadMessages, type Messages } from './compiled-messages/load.ts';
export { emailLanguage, renderEmail } from './email.ts';
export { type Notice, renderNotice } from './notice.ts';
export { renderReminder } from './reminder.ts';
