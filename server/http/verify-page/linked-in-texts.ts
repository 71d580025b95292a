import type { Language } from './texts.ts';

/** Labels of LinkedIn's form for licences and certifications, as LinkedIn names them in a language. */
export interface LinkedInWords {
  how: string;
  name: string;
  issuer: string;
  issued: string;
  id: string;
  url: string;
  copy: string;
  open: string;
}

export const LINKED_IN_WORDS: Record<Language, LinkedInWords> = {
  en: {
    how: 'LinkedIn does not always fill in its form. Copy what is missing.',
    name: 'Name',
    issuer: 'Issuing organization',
    issued: 'Issue date',
    id: 'Credential ID',
    url: 'Credential URL',
    copy: 'Copy',
    open: 'Open LinkedIn',
  },
  fr: {
    how: 'LinkedIn ne remplit pas toujours son formulaire. Copiez ce qui manque.',
    name: 'Nom',
    issuer: 'Organisme émetteur',
    issued: 'Date d’émission',
    id: 'Identifiant',
    url: 'URL',
    copy: 'Copier',
    open: 'Ouvrir LinkedIn',
  },
  de: {
    how: 'LinkedIn füllt sein Formular nicht immer aus. Kopieren Sie, was fehlt.',
    name: 'Name',
    issuer: 'Ausstellende Organisation',
    issued: 'Ausstellungsdatum',
    id: 'Zertifikats-ID',
    url: 'Zertifikats-URL',
    copy: 'Kopieren',
    open: 'LinkedIn öffnen',
  },
  es: {
    how: 'LinkedIn no siempre rellena su formulario. Copie lo que falte.',
    name: 'Nombre',
    issuer: 'Empresa emisora',
    issued: 'Fecha de expedición',
    id: 'ID de la credencial',
    url: 'URL de la credencial',
    copy: 'Copiar',
    open: 'Abrir LinkedIn',
  },
  pt: {
    how: 'O LinkedIn nem sempre preenche o formulário. Copie o que faltar.',
    name: 'Nome',
    issuer: 'Organização emissora',
    issued: 'Data de emissão',
    id: 'ID da credencial',
    url: 'URL da credencial',
    copy: 'Copiar',
    open: 'Abrir o LinkedIn',
  },
  it: {
    how: 'LinkedIn non sempre compila il modulo. Copia ciò che manca.',
    name: 'Nome',
    issuer: 'Ente di rilascio',
    issued: 'Data di rilascio',
    id: 'ID credenziale',
    url: 'URL credenziale',
    copy: 'Copia',
    open: 'Apri LinkedIn',
  },
  ar: {
    how: 'لا يملأ LinkedIn نموذجه دائمًا. انسخ ما ينقص.',
    name: 'الاسم',
    issuer: 'الجهة المصدرة',
    issued: 'تاريخ الإصدار',
    id: 'معرّف الاعتماد',
    url: 'رابط الاعتماد',
    copy: 'نسخ',
    open: 'فتح LinkedIn',
  },
  ja: {
    how: 'LinkedInのフォームは自動入力されないことがあります。足りない項目をコピーしてください。',
    name: '名称',
    issuer: '発行元',
    issued: '発行日',
    id: '資格証明書ID',
    url: '資格証明書URL',
    copy: 'コピー',
    open: 'LinkedInを開く',
  },
  zh: {
    how: 'LinkedIn 有时不会自动填写表单，请复制缺少的内容。',
    name: '名称',
    issuer: '颁发机构',
    issued: '颁发日期',
    id: '证书编号',
    url: '证书网址',
    copy: '复制',
    open: '打开 LinkedIn',
  },
  hi: {
    how: 'LinkedIn हमेशा अपना फ़ॉर्म नहीं भरता। जो छूट जाए उसे कॉपी करें।',
    name: 'नाम',
    issuer: 'जारीकर्ता संगठन',
    issued: 'जारी करने की तिथि',
    id: 'क्रेडेंशियल ID',
    url: 'क्रेडेंशियल URL',
    copy: 'कॉपी करें',
    open: 'LinkedIn खोलें',
  },
};
