// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('ja');
const number = new Intl.NumberFormat('ja');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
    subject: ({ templateName }) => `取り消し: ${templateName}`,
    intro: ({ recipientName, reason }) => `${recipientName} 様\n\n下記の証明書は取り消され、無効になりました。理由: ${reason}\n\nご不明な点は発行者にお問い合わせください。`,
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
  },
  openAddress: "または次のアドレスを開いてください：",
  allAt: "すべての証明書はこちらで見られます：",
  invitation: {
    subject: ({ organisation }) => `${organisation} への招待`,
    text: ({ organisation }) => `${organisation}の証明書を扱うメンバーとして招待されました。招待の有効期間は7日間です。\n\n${organisation} に心当たりがなければ、このメールを無視してください。`,
    button: "招待を承諾する",
  },
  passwordReset: {
    subject: "新しいパスワードの設定",
    text: ({ host }) => `${host} のアカウントについて、新しいパスワードの設定が申請されました。リンクは1時間、1回だけ使えます。\n\n心当たりがなければ、このメールを無視してください。パスワードは変わりません。`,
    button: "新しいパスワードを設定する",
  },
  batch: {
    subject: ({ name }) => `一括発行「${name}」が完了しました`,
    unnamed: "一括発行が完了しました",
    issued: ({ count }) => plural(count, { other: `証明書を${number.format(count)}件発行しました。` }),
    failed: ({ count }) => plural(count, { other: `証明書${number.format(count)}件は失敗し、クレジットは返還されました。一括発行の画面から再試行できます。` }),
    button: "一括発行を開く",
  },
  digest: {
    subject: ({ count }) => plural(count, { other: `まもなく期限が切れる証明書が${number.format(count)}件あります` }),
    orMore: ({ count }) => plural(count, { other: `まもなく期限が切れる証明書が${number.format(count)}件以上あります` }),
    intro: ({ organisation }) => `${organisation}の次の証明書は、まもなく期限が切れます。`,
    ofTemplate: ({ count, name }) => plural(count, { other: `「${name}」：証明書${number.format(count)}件` }),
    others: "ほかのテンプレートの証明書",
    onlyUntil: ({ date }) => `有効期限は${date}です。`,
    firstUntil: ({ date }) => `最初の期限は${date}です。`,
    button: "証明書を開く",
  },
  mailbox: {
    subject: ({ organisation, address }) => `${organisation}：${address} の確認`,
    then: "確認が済むまで、何も送信されません。リンクを開くと、ボタンのあるページが表示されます。リンクは7日間有効です。",
    ignore: ({ organisation }) => `${organisation} に心当たりがなければ、このメールを無視してください。`,
    button: "アドレスを確認する",
    sender: ({ organisation, address }) => `${organisation} が証明書のメールを ${address} から送信しようとしています。`,
    copies: ({ organisation, address }) => `${organisation} が証明書のメールのコピーを ${address} に送信しようとしています。`,
  },
  serverTest: {
    subject: "メールサーバーのテスト",
    text: ({ host }) => `このメールは ${host} から送信されました。証明書も同じ方法で送信できます。`,
    button: "設定を開く",
  },
  webhook: {
    subject: ({ name }) => `Webhook「${name}」はオフになりました`,
    text: ({ organisation, name, host }) => `${organisation}のWebhook「${name}」（${host}）に5日間何も配信できなかったため、オフにしました。`,
    then: "エンドポイントが復旧したら、設定でWebhookをオンにしてください。届かなかったイベントもそこから送信できます。",
    button: "Webhookを開く",
  },
  pictureOf: ({ name }) => `${name} さんの証明書`,
};
