// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `您的证书：${templateName}`,
  intro: ({ recipientName }) => `${recipientName}，您好：\n\n您的证书已就绪，PDF 见附件。您可以在证书页面分享它，或将其添加到 LinkedIn 个人资料。`,
  untitled: "证书",
  button: "查看证书",
  genuineAt: "任何人都可以在此验证：",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}：有效期至${date}`,
    several: "您有多份证书即将到期",
    intro: ({ recipientName }) => `${recipientName}，您好！\n\n以下证书的有效期即将结束。如需续期，请联系颁发机构。`,
    until: ({ date }) => `有效期至${date}`,
    button: "查看证书",
  },
  revocation: {
    subject: ({ templateName }) => `已吊销：${templateName}`,
    intro: ({ recipientName, reason }) => `${recipientName}，您好：\n\n以下证书已被吊销，不再有效。原因：${reason}\n\n如有疑问，请联系颁发机构。`,
  },
  answer: {
    corrected: ({ templateName }) => `已更正：${templateName}`,
    correctedIntro: ({ recipientName }) => `${recipientName}，您好：\n\n颁发机构已按您的申请更正以下证书。您之前分享的链接和二维码会指向更正后的证书。`,
    declined: ({ templateName }) => `您的更正申请：${templateName}`,
    declinedIntro: ({ recipientName }) => `${recipientName}，您好：\n\n颁发机构未接受您对以下证书的更正申请。`,
    message: ({ answer }) => `颁发机构留言：${answer}`,
  },
  pictureOf: ({ name }) => `${name} 的证书`,
};
