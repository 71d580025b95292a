import { hi } from './words/hi.ts';
import { it } from './words/it.ts';
import { ja } from './words/ja.ts';
import { pt } from './words/pt.ts';
import { zh } from './words/zh.ts';

/** Texts of the public page, in one language. */
export interface Words {
  valid: [title: string, text: string];
  revoked: [title: string, text: string];
  altered: [title: string, text: string];
  unknown: [title: string, text: string];
  tooMany: string;
  recipient: string;
  certificate: string;
  issuedBy: string;
  issuedOn: string;
  revokedOn: string;
  reason: string;
  download: string;
  pending: string;
  hash: string;
  linkedIn: string;
  share: string;
  copied: string;
  check: string;
  same: string;
  /** Title for a chosen file that differs. It replaces the certificate's state. */
  other: string;
  otherText: string;
  imageOf: (recipient: string) => string;
  /** Note for a template or an organisation that was renamed since. */
  nowNamed: (name: string) => string;
  credential: string;
  /** Label of the links to the page in other languages. */
  language: string;
}

const en: Words = {
  valid: ['This certificate is valid.', 'It is exactly what was issued and has not been revoked.'],
  revoked: ['This certificate has been revoked.', 'It was issued, and its issuer has since withdrawn it.'],
  altered: [
    'This certificate has been altered.',
    'What is stored is not what was issued. Do not rely on it, and ask the issuer.',
  ],
  unknown: ['Unknown certificate', 'No certificate has this address. Check that it is complete, or ask the issuer.'],
  tooMany: 'Too many requests',
  recipient: 'Recipient',
  certificate: 'Certificate',
  issuedBy: 'Issued by',
  issuedOn: 'Issued on',
  revokedOn: 'Revoked on',
  reason: 'Reason',
  download: 'Download the PDF',
  pending: 'The files are being created. Reload this page in a moment.',
  hash: 'Verification hash',
  linkedIn: 'Add to LinkedIn profile',
  share: 'Share',
  copied: 'The link is copied.',
  check:
    'Have you been given a PDF or an image? Choose it or drop it here to see whether it is the one that was issued. It is not uploaded.',
  same: 'This file is exactly the one that was issued.',
  other: 'This file is not the one that was issued.',
  otherText:
    'Do not rely on the file. The certificate of this address is stated below; its genuine file can be downloaded there.',
  imageOf: (recipient) => `The certificate of ${recipient}`,
  nowNamed: (name) => `(now “${name}”)`,
  credential: 'Credential (Open Badges)',
  language: 'Language',
};

const fr: Words = {
  valid: ['Ce certificat est valide.', 'Il est exactement tel qu’il a été délivré et n’a pas été révoqué.'],
  revoked: ['Ce certificat a été révoqué.', 'Il a été délivré, puis son émetteur l’a retiré.'],
  altered: [
    'Ce certificat a été modifié.',
    'Ce qui est enregistré n’est pas ce qui a été délivré. Ne vous y fiez pas et adressez-vous à l’émetteur.',
  ],
  unknown: [
    'Certificat inconnu',
    'Aucun certificat ne correspond à cette adresse. Vérifiez qu’elle est complète ou adressez-vous à l’émetteur.',
  ],
  tooMany: 'Trop de demandes',
  recipient: 'Titulaire',
  certificate: 'Certificat',
  issuedBy: 'Délivré par',
  issuedOn: 'Délivré le',
  revokedOn: 'Révoqué le',
  reason: 'Motif',
  download: 'Télécharger le PDF',
  pending: 'Les fichiers sont en préparation. Revenez dans un instant.',
  hash: 'Empreinte de vérification',
  linkedIn: 'Ajouter au profil LinkedIn',
  share: 'Partager',
  copied: 'Le lien est copié.',
  check:
    'On vous a remis un PDF ou une image ? Choisissez-le ou déposez-le ici pour savoir s’il s’agit bien de celui qui a été délivré. Il n’est pas envoyé.',
  same: 'Ce fichier est exactement celui qui a été délivré.',
  other: 'Ce fichier n’est pas celui qui a été délivré.',
  otherText:
    'Ne vous fiez pas à ce fichier. Le certificat de cette adresse figure ci-dessous ; son vrai fichier peut y être téléchargé.',
  imageOf: (recipient) => `Le certificat de ${recipient}`,
  nowNamed: (name) => `(aujourd’hui « ${name} »)`,
  credential: 'Attestation (Open Badges)',
  language: 'Langue',
};

const de: Words = {
  valid: ['Dieses Zertifikat ist gültig.', 'Es ist genau das, was ausgestellt wurde, und wurde nicht widerrufen.'],
  revoked: ['Dieses Zertifikat wurde widerrufen.', 'Es wurde ausgestellt und seitdem vom Aussteller zurückgezogen.'],
  altered: [
    'Dieses Zertifikat wurde verändert.',
    'Gespeichert ist nicht, was ausgestellt wurde. Verlassen Sie sich nicht darauf und fragen Sie den Aussteller.',
  ],
  unknown: [
    'Unbekanntes Zertifikat',
    'Zu dieser Adresse gibt es kein Zertifikat. Prüfen Sie, ob sie vollständig ist, oder fragen Sie den Aussteller.',
  ],
  tooMany: 'Zu viele Anfragen',
  recipient: 'Inhaber',
  certificate: 'Zertifikat',
  issuedBy: 'Ausgestellt von',
  issuedOn: 'Ausgestellt am',
  revokedOn: 'Widerrufen am',
  reason: 'Grund',
  download: 'PDF herunterladen',
  pending: 'Die Dateien werden gerade erstellt. Kommen Sie gleich wieder.',
  hash: 'Prüfsumme',
  linkedIn: 'Zum LinkedIn-Profil hinzufügen',
  share: 'Teilen',
  copied: 'Der Link ist kopiert.',
  check:
    'Haben Sie ein PDF oder ein Bild erhalten? Wählen Sie es aus oder ziehen Sie es hierher, um zu sehen, ob es das ausgestellte ist. Es wird nicht hochgeladen.',
  same: 'Diese Datei ist genau die ausgestellte.',
  other: 'Diese Datei ist nicht die ausgestellte.',
  otherText:
    'Verlassen Sie sich nicht auf die Datei. Das Zertifikat dieser Adresse steht unten; dort können Sie die echte Datei herunterladen.',
  imageOf: (recipient) => `Das Zertifikat von ${recipient}`,
  nowNamed: (name) => `(heute „${name}“)`,
  credential: 'Nachweis (Open Badges)',
  language: 'Sprache',
};

const es: Words = {
  valid: ['Este certificado es válido.', 'Es exactamente lo que se emitió y no ha sido revocado.'],
  revoked: ['Este certificado ha sido revocado.', 'Se emitió y su emisor lo ha retirado después.'],
  altered: [
    'Este certificado ha sido alterado.',
    'Lo que está guardado no es lo que se emitió. No se fíe de él y pregunte al emisor.',
  ],
  unknown: [
    'Certificado desconocido',
    'Ningún certificado tiene esta dirección. Compruebe que está completa o pregunte al emisor.',
  ],
  tooMany: 'Demasiadas solicitudes',
  recipient: 'Titular',
  certificate: 'Certificado',
  issuedBy: 'Emitido por',
  issuedOn: 'Emitido el',
  revokedOn: 'Revocado el',
  reason: 'Motivo',
  download: 'Descargar el PDF',
  pending: 'Los archivos se están preparando. Vuelva en un momento.',
  hash: 'Huella de verificación',
  linkedIn: 'Añadir al perfil de LinkedIn',
  share: 'Compartir',
  copied: 'El enlace se ha copiado.',
  check: '¿Le han dado un PDF o una imagen? Elíjalo o suéltelo aquí para saber si es el que se emitió. No se sube.',
  same: 'Este archivo es exactamente el que se emitió.',
  other: 'Este archivo no es el que se emitió.',
  otherText:
    'No se fíe del archivo. El certificado de esta dirección figura abajo; allí puede descargar el archivo auténtico.',
  imageOf: (recipient) => `El certificado de ${recipient}`,
  nowNamed: (name) => `(hoy «${name}»)`,
  credential: 'Credencial (Open Badges)',
  language: 'Idioma',
};

const ar: Words = {
  valid: ['هذه الشهادة صالحة.', 'هي تمامًا كما أُصدرت، ولم تُلغَ.'],
  revoked: ['أُلغيت هذه الشهادة.', 'أُصدرت ثم سحبتها الجهة المصدرة.'],
  altered: ['عُدّلت هذه الشهادة.', 'المحفوظ ليس ما أُصدر. لا تعتمد عليها، واسأل الجهة المصدرة.'],
  unknown: ['شهادة غير معروفة', 'لا توجد شهادة بهذا العنوان. تحقق من اكتماله أو اسأل الجهة المصدرة.'],
  tooMany: 'طلبات كثيرة جدًا',
  recipient: 'صاحب الشهادة',
  certificate: 'الشهادة',
  issuedBy: 'الجهة المصدرة',
  issuedOn: 'تاريخ الإصدار',
  revokedOn: 'تاريخ الإلغاء',
  reason: 'السبب',
  download: 'تنزيل ملف PDF',
  pending: 'يجري إعداد الملفات. عد بعد قليل.',
  hash: 'بصمة التحقق',
  linkedIn: 'أضفها إلى ملفك في LinkedIn',
  share: 'مشاركة',
  copied: 'تم نسخ الرابط.',
  check: 'هل لديك ملف PDF أو صورة؟ اختره أو أفلته هنا لتعرف هل هو الملف الذي أُصدر. لا يُرفع الملف.',
  same: 'هذا الملف هو نفسه الذي أُصدر.',
  other: 'هذا الملف ليس الذي أُصدر.',
  otherText: 'لا تعتمد على هذا الملف. شهادة هذا العنوان مبيّنة أدناه، ويمكن تنزيل ملفها الأصلي من هناك.',
  imageOf: (recipient) => `شهادة ${recipient}`,
  nowNamed: (name) => `(الاسم الحالي: «${name}»)`,
  credential: 'الاعتماد الرقمي (Open Badges)',
  language: 'اللغة',
};

export const WORDS = { en, fr, de, es, pt, it, ar, ja, zh, hi };
export type Language = keyof typeof WORDS;
export const LANGUAGES = Object.keys(WORDS) as Language[];
export const isLanguage = (value: unknown): value is Language => LANGUAGES.some((language) => language === value);
