/** Built-in words of a certificate's e-mail in a language. */
export interface EmailWords {
  /** Texts with `{{recipientName}}`, `{{templateName}}` and `{{organizationName}}`, as in the texts of organisations. */
  subject: string;
  intro: string;
  button: string;
  /** Alternative text of the certificate's picture, with `{{recipientName}}`. */
  pictureOf: string;
  /** Text before the address. */
  genuineAt: string;
}

const WORDS: Readonly<Record<string, EmailWords>> = {
  en: {
    subject: 'Your certificate: {{templateName}}',
    intro:
      'Hello {{recipientName}},\n\nYour certificate is ready. The PDF is attached. You can share it, or add it to your LinkedIn profile, from its page.',
    button: 'View your certificate',
    pictureOf: 'The certificate of {{recipientName}}',
    genuineAt: 'Anyone can verify it at',
  },
  fr: {
    subject: 'Votre certificat : {{templateName}}',
    intro:
      'Bonjour {{recipientName}},\n\nvotre certificat est prêt. Le PDF est joint à ce message. Depuis sa page, vous pouvez le partager ou l’ajouter à votre profil LinkedIn.',
    button: 'Voir votre certificat',
    pictureOf: 'Le certificat de {{recipientName}}',
    genuineAt: 'Chacun peut le vérifier à l’adresse',
  },
  de: {
    subject: 'Ihr Zertifikat: {{templateName}}',
    intro:
      'Guten Tag {{recipientName}},\n\nIhr Zertifikat ist fertig. Das PDF ist angehängt. Auf der Seite des Zertifikats können Sie es teilen oder Ihrem LinkedIn-Profil hinzufügen.',
    button: 'Zertifikat ansehen',
    pictureOf: 'Das Zertifikat von {{recipientName}}',
    genuineAt: 'Alle können es hier prüfen:',
  },
  es: {
    subject: 'Su certificado: {{templateName}}',
    intro:
      'Hola, {{recipientName}}:\n\nSu certificado está listo. El PDF va adjunto. Desde su página puede compartirlo o añadirlo a su perfil de LinkedIn.',
    button: 'Ver su certificado',
    pictureOf: 'El certificado de {{recipientName}}',
    genuineAt: 'Cualquiera puede verificarlo en',
  },
  pt: {
    subject: 'O seu certificado: {{templateName}}',
    intro:
      'Olá, {{recipientName}},\n\nO seu certificado está pronto. O PDF segue em anexo. Na página do certificado pode partilhá-lo ou adicioná-lo ao seu perfil do LinkedIn.',
    button: 'Ver o certificado',
    pictureOf: 'O certificado de {{recipientName}}',
    genuineAt: 'Qualquer pessoa pode verificá-lo em',
  },
  it: {
    subject: 'Il tuo certificato: {{templateName}}',
    intro:
      'Ciao {{recipientName}},\n\nil tuo certificato è pronto. Il PDF è allegato. Dalla sua pagina puoi condividerlo o aggiungerlo al tuo profilo LinkedIn.',
    button: 'Vedi il certificato',
    pictureOf: 'Il certificato di {{recipientName}}',
    genuineAt: 'Chiunque può verificarlo su',
  },
  ar: {
    subject: 'شهادتك: {{templateName}}',
    intro:
      'مرحبًا {{recipientName}}،\n\nشهادتك جاهزة، وملف PDF مرفق. يمكنك من صفحتها مشاركتها أو إضافتها إلى ملفك في LinkedIn.',
    button: 'عرض شهادتك',
    pictureOf: 'شهادة {{recipientName}}',
    genuineAt: 'يمكن لأي شخص التحقق منها على العنوان',
  },
  ja: {
    subject: '証明書のお知らせ：{{templateName}}',
    intro:
      '{{recipientName}} 様\n\n証明書の準備ができました。PDFを添付しています。証明書のページから共有したり、LinkedInのプロフィールに追加したりできます。',
    button: '証明書を見る',
    pictureOf: '{{recipientName}} さんの証明書',
    genuineAt: 'こちらで誰でも検証できます：',
  },
  zh: {
    subject: '您的证书：{{templateName}}',
    intro:
      '{{recipientName}}，您好：\n\n您的证书已就绪，PDF 见附件。您可以在证书页面分享它，或将其添加到 LinkedIn 个人资料。',
    button: '查看证书',
    pictureOf: '{{recipientName}} 的证书',
    genuineAt: '任何人都可以在此验证：',
  },
  hi: {
    subject: 'आपका प्रमाणपत्र: {{templateName}}',
    intro:
      'नमस्ते {{recipientName}},\n\nआपका प्रमाणपत्र तैयार है। PDF संलग्न है। इसके पेज से आप इसे साझा कर सकते हैं या अपनी LinkedIn प्रोफ़ाइल में जोड़ सकते हैं।',
    button: 'प्रमाणपत्र देखें',
    pictureOf: '{{recipientName}} का प्रमाणपत्र',
    genuineAt: 'कोई भी इसे यहाँ सत्यापित कर सकता है:',
  },
};

/** Returns the language for the words of a mail (BCP 47), one of those of the verification page. */
export function emailLanguage(language: string | null): string {
  const code = language === null ? 'en' : new Intl.Locale(language).language;
  return Object.hasOwn(WORDS, code) ? code : 'en';
}

/** Returns the words in one of these languages. */
export const emailWords = (language: string): EmailWords => WORDS[language] ?? (WORDS.en as EmailWords);
