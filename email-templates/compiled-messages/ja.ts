// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `証明書のお知らせ：${templateName}`,
  intro: ({ recipientName }) => `${recipientName} 様\n\n証明書の準備ができました。PDFを添付しています。証明書のページから共有したり、LinkedInのプロフィールに追加したりできます。`,
  button: "証明書を見る",
  genuineAt: "こちらで誰でも検証できます：",
  pictureOf: ({ name }) => `${name} さんの証明書`,
};
