// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `您的证书：${templateName}`,
  intro: ({ recipientName }) => `${recipientName}，您好：\n\n您的证书已就绪，PDF 见附件。您可以在证书页面分享它，或将其添加到 LinkedIn 个人资料。`,
  number: ({ number }) => `编号：${number}`,
  untitled: "证书",
  button: "查看证书",
  genuineAt: "任何人都可以在此验证：",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}：有效期至${date}`,
    several: "您有多份证书即将到期",
    intro: ({ recipientName }) => `${recipientName}，您好！\n\n以下证书的有效期即将结束。如需续期，请联系颁发机构。`,
    until: ({ date }) => `有效期至${date}`,
    button: "查看证书",
    stop: "不再接收此类提醒",
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
  myLink: {
    enter: {
      subject: "打开您的证书的链接",
      text: ({ host }) => `此链接可打开您在 ${host} 上的所有证书。链接只能使用一次，15 分钟内有效。如果不是您请求的，请忽略此邮件。`,
      button: "打开我的证书",
    },
    add: {
      subject: "将此地址添加到您的证书",
      asked: ({ first, second }) => `${first} 请求将 ${second} 的证书与其证书一起显示。`,
      then: "如果是您本人的操作，请在同一浏览器中打开链接。此后，两个地址都会显示双方的证书。",
      ignore: "链接只能使用一次，15 分钟内有效。如果不是您本人的操作，请忽略此邮件。",
      button: "添加此地址",
    },
    openAddress: "或打开此地址：",
  },
  allAt: "您的所有证书都在：",
  pictureOf: ({ name }) => `${name} 的证书`,
};
