import { scriptOf } from './scripts.ts';

/** Phrases that the engine adds to a PDF for assistive technology. */
export interface Phrases {
  /** Name of the code with the address of the verification page. The address follows. */
  verificationCode: string;
  /** Name of any other QR code. Its text follows. */
  qrCode: string;
  /** Name of the link on the verification code. */
  verify: string;
  /** Name of a picture without an alternative text. */
  picture: string;
  /** Name of the form field of the signature. */
  signature: string;
}

type Row = readonly [verificationCode: string, qrCode: string, verify: string, picture: string, signature: string];

const ENGLISH: Row = [
  'Verification code',
  'QR code',
  'Verify this certificate',
  'Picture',
  'Digital signature of this certificate',
];

const ROWS: Readonly<Record<string, Row>> = {
  en: ENGLISH,
  ar: ['رمز التحقق', 'رمز QR', 'تحقق من هذه الشهادة', 'صورة', 'التوقيع الرقمي لهذه الشهادة'],
  bg: ['Код за проверка', 'QR код', 'Проверете този сертификат', 'Изображение', 'Цифров подпис на този сертификат'],
  bn: ['যাচাইকরণ কোড', 'কিউআর কোড', 'এই সনদটি যাচাই করুন', 'ছবি', 'এই সনদের ডিজিটাল স্বাক্ষর'],
  ca: [
    'Codi de verificació',
    'Codi QR',
    'Verifiqueu aquest certificat',
    'Imatge',
    'Signatura digital d’aquest certificat',
  ],
  cs: ['Ověřovací kód', 'QR kód', 'Ověřit tento certifikát', 'Obrázek', 'Digitální podpis tohoto certifikátu'],
  da: ['Verifikationskode', 'QR-kode', 'Bekræft dette certifikat', 'Billede', 'Digital signatur på dette certifikat'],
  de: ['Prüfcode', 'QR-Code', 'Dieses Zertifikat prüfen', 'Bild', 'Digitale Signatur dieses Zertifikats'],
  el: [
    'Κωδικός επαλήθευσης',
    'Κωδικός QR',
    'Επαληθεύστε αυτό το πιστοποιητικό',
    'Εικόνα',
    'Ψηφιακή υπογραφή αυτού του πιστοποιητικού',
  ],
  es: [
    'Código de verificación',
    'Código QR',
    'Verificar este certificado',
    'Imagen',
    'Firma digital de este certificado',
  ],
  et: ['Kontrollkood', 'QR-kood', 'Kontrolli seda tunnistust', 'Pilt', 'Selle tunnistuse digitaalallkiri'],
  eu: ['Egiaztapen-kodea', 'QR kodea', 'Egiaztatu ziurtagiri hau', 'Irudia', 'Ziurtagiri honen sinadura digitala'],
  fa: ['کد تأیید', 'کد QR', 'تأیید اعتبار این گواهی', 'تصویر', 'امضای دیجیتال این گواهی'],
  fi: ['Vahvistuskoodi', 'QR-koodi', 'Tarkista tämä todistus', 'Kuva', 'Tämän todistuksen digitaalinen allekirjoitus'],
  fr: ['Code de vérification', 'Code QR', 'Vérifier ce certificat', 'Image', 'Signature numérique de ce certificat'],
  gl: [
    'Código de verificación',
    'Código QR',
    'Verificar este certificado',
    'Imaxe',
    'Sinatura dixital deste certificado',
  ],
  gu: ['ચકાસણી કોડ', 'QR કોડ', 'આ પ્રમાણપત્ર ચકાસો', 'ચિત્ર', 'આ પ્રમાણપત્રની ડિજિટલ સહી'],
  he: ['קוד אימות', 'קוד QR', 'אימות תעודה זו', 'תמונה', 'חתימה דיגיטלית של תעודה זו'],
  hi: ['सत्यापन कोड', 'क्यूआर कोड', 'इस प्रमाणपत्र को सत्यापित करें', 'चित्र', 'इस प्रमाणपत्र का डिजिटल हस्ताक्षर'],
  hr: ['Kod za provjeru', 'QR kod', 'Provjerite ovu potvrdu', 'Slika', 'Digitalni potpis ove potvrde'],
  hu: ['Ellenőrző kód', 'QR-kód', 'A tanúsítvány ellenőrzése', 'Kép', 'A tanúsítvány digitális aláírása'],
  id: ['Kode verifikasi', 'Kode QR', 'Verifikasi sertifikat ini', 'Gambar', 'Tanda tangan digital sertifikat ini'],
  it: [
    'Codice di verifica',
    'Codice QR',
    'Verifica questo certificato',
    'Immagine',
    'Firma digitale di questo certificato',
  ],
  ja: ['検証コード', 'QRコード', 'この証明書を検証する', '画像', 'この証明書の電子署名'],
  ko: ['확인 코드', 'QR 코드', '이 인증서 확인하기', '그림', '이 인증서의 전자 서명'],
  lt: ['Patikros kodas', 'QR kodas', 'Patikrinti šį pažymėjimą', 'Paveikslėlis', 'Šio pažymėjimo skaitmeninis parašas'],
  lv: ['Pārbaudes kods', 'QR kods', 'Pārbaudīt šo apliecību', 'Attēls', 'Šīs apliecības digitālais paraksts'],
  mr: ['पडताळणी कोड', 'क्यूआर कोड', 'हे प्रमाणपत्र पडताळा', 'चित्र', 'या प्रमाणपत्राची डिजिटल स्वाक्षरी'],
  ms: ['Kod pengesahan', 'Kod QR', 'Sahkan sijil ini', 'Gambar', 'Tandatangan digital sijil ini'],
  nb: ['Verifiseringskode', 'QR-kode', 'Kontroller dette beviset', 'Bilde', 'Digital signatur for dette beviset'],
  nl: [
    'Verificatiecode',
    'QR-code',
    'Dit certificaat controleren',
    'Afbeelding',
    'Digitale handtekening van dit certificaat',
  ],
  pa: ['ਤਸਦੀਕ ਕੋਡ', 'QR ਕੋਡ', 'ਇਸ ਸਰਟੀਫਿਕੇਟ ਦੀ ਤਸਦੀਕ ਕਰੋ', 'ਤਸਵੀਰ', 'ਇਸ ਸਰਟੀਫਿਕੇਟ ਦੇ ਡਿਜੀਟਲ ਦਸਤਖਤ'],
  pl: ['Kod weryfikacyjny', 'Kod QR', 'Zweryfikuj ten certyfikat', 'Obraz', 'Podpis cyfrowy tego certyfikatu'],
  pt: [
    'Código de verificação',
    'Código QR',
    'Verificar este certificado',
    'Imagem',
    'Assinatura digital deste certificado',
  ],
  ro: [
    'Cod de verificare',
    'Cod QR',
    'Verificați acest certificat',
    'Imagine',
    'Semnătura digitală a acestui certificat',
  ],
  ru: ['Код проверки', 'QR-код', 'Проверить этот сертификат', 'Изображение', 'Цифровая подпись этого сертификата'],
  sk: ['Overovací kód', 'QR kód', 'Overiť tento certifikát', 'Obrázok', 'Digitálny podpis tohto certifikátu'],
  sl: ['Koda za preverjanje', 'Koda QR', 'Preverite to potrdilo', 'Slika', 'Digitalni podpis tega potrdila'],
  sq: [
    'Kodi i verifikimit',
    'Kodi QR',
    'Verifikoni këtë certifikatë',
    'Figurë',
    'Nënshkrimi dixhital i kësaj certifikate',
  ],
  sr: ['Код за проверу', 'QR код', 'Проверите ову потврду', 'Слика', 'Дигитални потпис ове потврде'],
  sv: ['Verifieringskod', 'QR-kod', 'Verifiera detta intyg', 'Bild', 'Digital signatur för detta intyg'],
  sw: ['Msimbo wa uthibitisho', 'Msimbo wa QR', 'Thibitisha cheti hiki', 'Picha', 'Sahihi ya kidijitali ya cheti hiki'],
  ta: ['சரிபார்ப்புக் குறியீடு', 'QR குறியீடு', 'இந்தச் சான்றிதழைச் சரிபார்க்கவும்', 'படம்', 'இந்தச் சான்றிதழின் டிஜிட்டல் கையொப்பம்'],
  te: ['ధృవీకరణ కోడ్', 'QR కోడ్', 'ఈ ధృవపత్రాన్ని ధృవీకరించండి', 'చిత్రం', 'ఈ ధృవపత్రం డిజిటల్ సంతకం'],
  th: ['รหัสยืนยัน', 'คิวอาร์โค้ด', 'ตรวจสอบใบรับรองนี้', 'รูปภาพ', 'ลายเซ็นดิจิทัลของใบรับรองนี้'],
  tr: ['Doğrulama kodu', 'QR kodu', 'Bu belgeyi doğrulayın', 'Resim', 'Bu belgenin dijital imzası'],
  uk: ['Код перевірки', 'QR-код', 'Перевірити цей сертифікат', 'Зображення', 'Цифровий підпис цього сертифіката'],
  ur: ['تصدیقی کوڈ', 'کیو آر کوڈ', 'اس سند کی تصدیق کریں', 'تصویر', 'اس سند کے ڈیجیٹل دستخط'],
  vi: ['Mã xác minh', 'Mã QR', 'Xác minh chứng chỉ này', 'Hình ảnh', 'Chữ ký số của chứng chỉ này'],
  zh: ['验证二维码', '二维码', '验证此证书', '图片', '此证书的数字签名'],
  'zh-Hant': ['驗證用 QR 碼', 'QR 碼', '驗證此證書', '圖片', '此證書的數位簽章'],
};

/** Norwegian codes that use the phrases of Bokmål, the more common written form. */
const BY_OTHER_CODE: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb' };

/** Returns the phrases in the language of a document (BCP 47), or in English. `language` is the language of the phrases. */
export function phrasesIn(document: string): Phrases & { language: string } {
  const { language, script } = new Intl.Locale(document).maximize();
  const known = [`${language}-${script}`, language, BY_OTHER_CODE[language] ?? ''].find((key) => key in ROWS);
  // Some languages, such as Serbian, have two scripts, but their phrases are in one.
  const isReadable = known !== undefined && scriptOf(known) === script;
  const [verificationCode, qrCode, verify, picture, signature] = (isReadable && ROWS[known]) || ENGLISH;
  const own = isReadable && known.startsWith(language) ? document : known;
  return { verificationCode, qrCode, verify, picture, signature, language: isReadable && own ? own : 'en' };
}
