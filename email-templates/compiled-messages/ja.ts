// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `証明書のお知らせ：${templateName}`,
  intro: ({ recipientName }) => `${recipientName} 様\n\n証明書の準備ができました。PDFを添付しています。証明書のページから共有したり、LinkedInのプロフィールに追加したりできます。`,
  number: ({ number }) => `番号：${number}`,
  untitled: "証明書",
  button: "証明書を見る",
  genuineAt: "こちらで誰でも検証できます：",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}：有効期限は${date}です`,
    several: "まもなく有効期限を迎える証明書が複数あります",
    intro: ({ recipientName }) => `${recipientName} 様\n\n下記の証明書の有効期限が近づいています。更新をご希望の場合は、発行者にお問い合わせください。`,
    until: ({ date }) => `有効期限：${date}`,
    button: "証明書を見る",
    stop: "このお知らせの配信を停止する",
  },
  revocation: {
    subject: ({ templateName }) => `失効: ${templateName}`,
    intro: ({ recipientName, reason }) => `${recipientName} 様\n\n下記の証明書は失効し、無効になりました。理由: ${reason}\n\nご不明な点は発行者にお問い合わせください。`,
  },
  answer: {
    corrected: ({ templateName }) => `訂正のお知らせ：${templateName}`,
    correctedIntro: ({ recipientName }) => `${recipientName} 様\n\nご依頼のとおり、下記の証明書が発行者により訂正されました。以前に共有したリンクとQRコードからも、訂正後の証明書をご覧いただけます。`,
    declined: ({ templateName }) => `訂正のご依頼について：${templateName}`,
    declinedIntro: ({ recipientName }) => `${recipientName} 様\n\n下記の証明書の訂正について、発行者はご依頼をお受けしませんでした。`,
    message: ({ answer }) => `発行者からのメッセージ：${answer}`,
  },
  myLink: {
    enter: {
      subject: "証明書を開くリンク",
      text: ({ host }) => `このリンクで、${host} にあるあなたの証明書をすべて開けます。15分間、1回だけ使えます。心当たりがなければ、このメールを無視してください。`,
      button: "証明書を開く",
    },
    add: {
      subject: "このアドレスを証明書に追加",
      asked: ({ first, second }) => `${first} が ${second} の証明書を一緒に表示するよう請求しました。`,
      then: "ご自身の操作であれば、同じブラウザーでリンクを開いてください。追加すると、どちらのアドレスからも両方の証明書が表示されます。",
      ignore: "リンクは15分間、1回だけ使えます。心当たりがなければ、このメールを無視してください。",
      button: "このアドレスを追加",
    },
    openAddress: "または次のアドレスを開いてください：",
  },
  allAt: "すべての証明書はこちらで見られます：",
  pictureOf: ({ name }) => `${name} さんの証明書`,
};
