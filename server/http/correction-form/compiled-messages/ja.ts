// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  ask: "訂正を依頼する",
  intro: "誤っている箇所を変更してください。発行者が判断し、回答はメールで届きます。",
  message: "発行者へのメッセージ",
  send: "依頼を送信",
  open: ({ date }) => `${date}に訂正を依頼しました。回答はメールで届きます。`,
  accepted: ({ date }) => `ご依頼のとおり、${date}に発行者がこの証明書を訂正しました。`,
  declined: ({ date }) => `${date}に発行者がご依頼をお断りしました。`,
  answer: ({ answer }) => `発行者からのメッセージ：${answer}`,
  notSent: "依頼は送信されませんでした",
  check: "印の付いた値を確認してください。",
  unchanged: "値を1つ以上変更するか、メッセージを入力してください。",
  alreadyOpen: ({ date }) => `${date}にすでに訂正を依頼しています。回答はメールで届きます。`,
  limit: "本日の依頼回数が上限に達しました。明日もう一度お試しください。",
  closed: "この証明書については、ここから依頼できません。発行者に直接お問い合わせください。",
  busy: "この証明書は変更中です。しばらくしてからもう一度お試しください。",
  wrong: {
    blank: "値を入力してください。",
    date: "2026-11-20のように日付を入力してください。",
    number: "1234.5のように数値を入力してください。",
    option: "値を1つ選んでください。",
    language: "jaやpt-BRのような言語コードを入力してください。",
    long: ({ most }) => `長すぎます。${most}文字以内で入力してください。`,
    character: "制御文字を含めず、1行で入力してください。",
    other: "この値を確認してください。",
  },
  empty: "値なし",
  back: "証明書の一覧に戻る",
};
