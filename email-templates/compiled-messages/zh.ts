// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('zh');
const number = new Intl.NumberFormat('zh');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
    subject: ({ templateName }) => `已撤销：${templateName}`,
    intro: ({ recipientName, reason }) => `${recipientName}，您好：\n\n以下证书已被撤销，不再有效。原因：${reason}\n\n如有疑问，请联系颁发机构。`,
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
  },
  openAddress: "或打开此地址：",
  allAt: "您的所有证书都在：",
  invitation: {
    subject: ({ organisation }) => `邀请您加入 ${organisation}`,
    text: ({ organisation }) => `您受邀参与 ${organisation} 的证书工作。邀请 7 天内有效。\n\n如果您不了解 ${organisation}，请忽略此邮件。`,
    button: "接受邀请",
  },
  passwordReset: {
    subject: "设置新密码",
    text: ({ host }) => `有人（可能是您本人）请求为您在 ${host} 上的账户设置新密码。链接只能使用一次，1 小时内有效。\n\n如果不是您本人的操作，请忽略此邮件。您的密码不会改变。`,
    button: "设置新密码",
  },
  batch: {
    subject: ({ name }) => `您的批次“${name}”已完成`,
    unnamed: "您的批次已完成",
    issued: ({ count }) => plural(count, { other: `已颁发 ${number.format(count)} 份证书。` }),
    failed: ({ count }) => plural(count, { other: `${number.format(count)} 份证书失败，额度已退还。您可以在批次中重试。` }),
    button: "打开批次",
  },
  digest: {
    subject: ({ count }) => plural(count, { other: `${number.format(count)} 份证书即将到期` }),
    orMore: ({ count }) => plural(count, { other: `${number.format(count)} 份以上的证书即将到期` }),
    intro: ({ organisation }) => `${organisation} 的以下证书即将到期：`,
    ofTemplate: ({ count, name }) => plural(count, { other: `“${name}”：${number.format(count)} 份证书` }),
    others: "以及其他模板的证书",
    onlyUntil: ({ date }) => `有效期至${date}。`,
    firstUntil: ({ date }) => `最早的一份有效期至${date}。`,
    button: "打开证书列表",
  },
  mailbox: {
    subject: ({ organisation, address }) => `请为 ${organisation} 确认 ${address}`,
    then: "在您确认之前，不会发送任何邮件。链接会打开一个带按钮的页面，7 天内有效。",
    ignore: ({ organisation }) => `如果您不了解 ${organisation}，请忽略此邮件。`,
    button: "确认地址",
    sender: ({ organisation, address }) => `${organisation} 希望从 ${address} 发送证书邮件。`,
    copies: ({ organisation, address }) => `${organisation} 希望将证书邮件的副本发送到 ${address}。`,
  },
  serverTest: {
    subject: "邮件服务器测试",
    text: ({ host }) => `此邮件由 ${host} 发送。您的证书也可以用同样的方式发送。`,
    button: "打开设置",
  },
  webhook: {
    subject: ({ name }) => `Webhook“${name}”已关闭`,
    text: ({ organisation, name, host }) => `5 天来，${organisation} 的 Webhook“${name}”（${host}）未能收到任何内容，现已关闭。`,
    then: "端点恢复正常后，请在设置中打开该 Webhook。您还可以在那里补发错过的事件。",
    button: "打开 Webhook",
  },
  pictureOf: ({ name }) => `${name} 的证书`,
};
