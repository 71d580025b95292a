// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `شهادتك: ${templateName}`,
  intro: ({ recipientName }) => `مرحبًا ${recipientName}،\n\nشهادتك جاهزة، وملف PDF مرفق. يمكنك من صفحتها مشاركتها أو إضافتها إلى ملفك في LinkedIn.`,
  button: "عرض شهادتك",
  genuineAt: "يمكن لأي شخص التحقق منها على العنوان",
  pictureOf: ({ name }) => `شهادة ${name}`,
};
