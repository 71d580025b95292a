/** What a certificate's e-mail says by itself, in a language. */
export interface MailWords {
  /** With `{{recipientName}}`, `{{templateName}}` and `{{organizationName}}`, as an organisation's own texts. */
  subject: string;
  intro: string;
  button: string;
  /** The address follows. */
  genuineAt: string;
}

const WORDS: Readonly<Record<string, MailWords>> = {
  en: {
    subject: 'Your certificate: {{templateName}}',
    intro: 'Hello {{recipientName}},\n\nyour certificate is ready. You find it attached as a PDF.',
    button: 'View and verify the certificate',
    genuineAt: 'Anyone can check that it is genuine at',
  },
  fr: {
    subject: 'Votre certificat : {{templateName}}',
    intro: 'Bonjour {{recipientName}},\n\nvotre certificat est prêt. Vous le trouverez ci-joint au format PDF.',
    button: 'Voir et vérifier le certificat',
    genuineAt: 'Chacun peut vérifier son authenticité à l’adresse',
  },
  de: {
    subject: 'Ihr Zertifikat: {{templateName}}',
    intro: 'Guten Tag {{recipientName}},\n\nIhr Zertifikat ist fertig. Sie finden es als PDF im Anhang.',
    button: 'Zertifikat ansehen und prüfen',
    genuineAt: 'Ob es echt ist, lässt sich hier prüfen:',
  },
  es: {
    subject: 'Su certificado: {{templateName}}',
    intro: 'Hola, {{recipientName}}:\n\nSu certificado está listo. Lo encontrará adjunto en formato PDF.',
    button: 'Ver y verificar el certificado',
    genuineAt: 'Cualquiera puede comprobar su autenticidad en',
  },
  ar: {
    subject: 'شهادتك: {{templateName}}',
    intro: 'مرحبًا {{recipientName}}،\n\nشهادتك جاهزة، وتجدها مرفقة بصيغة PDF.',
    button: 'عرض الشهادة والتحقق منها',
    genuineAt: 'يمكن لأي شخص التحقق من صحتها على العنوان',
  },
};

/** Languages of its own words that a mail can be in (BCP 47): those of the verification page. */
export function mailLanguage(language: string | null): string {
  const code = language === null ? 'en' : new Intl.Locale(language).language;
  return Object.hasOwn(WORDS, code) ? code : 'en';
}

/** The words in one of these languages. */
export const mailWords = (language: string): MailWords => WORDS[language] ?? (WORDS.en as MailWords);
