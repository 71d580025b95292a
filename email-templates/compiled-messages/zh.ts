// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `您的证书：${templateName}`,
  intro: ({ recipientName }) => `${recipientName}，您好：\n\n您的证书已就绪，PDF 见附件。您可以在证书页面分享它，或将其添加到 LinkedIn 个人资料。`,
  button: "查看证书",
  genuineAt: "任何人都可以在此验证：",
  pictureOf: ({ name }) => `${name} 的证书`,
};
