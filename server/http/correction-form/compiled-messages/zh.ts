// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "申请更正",
  intro: "请修改有误的内容。颁发机构会作出决定，并通过电子邮件答复您。",
  message: "给颁发机构的留言",
  send: "提交申请",
  open: ({ date }) => `您已于${date}申请更正。答复会通过电子邮件发送给您。`,
  accepted: ({ date }) => `颁发机构已于${date}按您的申请更正此证书。`,
  declined: ({ date }) => `颁发机构已于${date}拒绝您的申请。`,
  answer: ({ answer }) => `颁发机构留言：${answer}`,
  notSent: "您的申请未提交",
  check: "请检查标出的内容。",
  unchanged: "请至少修改一项内容，或填写留言。",
  alreadyOpen: ({ date }) => `您已于${date}申请过更正。答复会通过电子邮件发送给您。`,
  limit: "今天的申请次数已达上限，请明天再试。",
  closed: "颁发机构不在此处受理此证书的申请，请直接与其联系。",
  busy: "此证书正在更改中，请稍后再试。",
  wrong: {
    blank: "请输入内容。",
    date: "请输入日期，例如 2026-11-20。",
    number: "请输入数字，例如 1234.5。",
    option: "请选择其中一项。",
    language: "请输入语言代码，例如 zh 或 pt-BR。",
    long: ({ most }) => `内容过长，最多 ${most} 个字符。`,
    character: "只能有一行，且不能包含控制字符。",
    other: "请检查此项内容。",
  },
  empty: "无内容",
  back: "返回您的证书",
};
