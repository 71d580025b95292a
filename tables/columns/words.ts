/** Meaning that a column can have, whatever the certificate's variables are. */
export const MEANINGS = [
  ...(['recipientName', 'recipientEmail', 'externalId', 'awardedOn', 'expiresAt', 'renewalOf', 'language'] as const),
  ...(['tags', 'number', 'legacyCode', 'revokedAt', 'revokedReason', 'originalPdf'] as const),
] as const;
export type Meaning = (typeof MEANINGS)[number];

/** Returns a name without case, spaces, Latin accents and punctuation. Marks of other scripts are kept, as they are part of letters. */
export const plainName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

/** Names of columns by meaning: Arabic, German, English, Spanish, French, Hindi, Italian, Japanese, Portuguese, Chinese, then others. */
const WORDS: Record<Meaning, string> = {
  recipientName: `الاسم الاسمالكامل المشارك اسمالمشارك الطالب اسمالطالب المستلم اسمالمستلم المتدرب اسمالمتدرب
    vollständigername vorundnachname vornamenachname teilnehmer teilnehmerin teilnehmende teilnehmername empfänger empfängerin
    nameaufdemzertifikat namefürdaszertifikat nameoncertificate nameonthecertificate nameforcertificate nameforthecertificate displayname
    name fullname recipient recipientname participant participantname student studentname attendee attendeename learner learnername
    nombre nombrecompleto nombreyapellidos nombreyapellido alumno alumna estudiante destinatario destinataria participante
    nom nomcomplet nometprénom prénometnom apprenant apprenante étudiant étudiante élève destinataire bénéficiaire stagiaire
    नाम पूरानाम प्रतिभागी प्रतिभागीकानाम छात्रकानाम प्राप्तकर्ता
    nome nomecompleto nomeecognome cognomeenome nominativo partecipante studente studentessa corsista
    氏名 名前 お名前 受講者 受講者名 受講者氏名 参加者 参加者名 受領者 学生氏名
    aluno aluna estudante nomedoaluno nomedoparticipante formando
    姓名 名字 学员 学员姓名 學員 學員姓名 学生 学生姓名 参加者姓名 领取人 获证人
    naam volledigenaam deelnemer cursist ontvanger namn deltagare mottagare navn deltager deltaker modtager mottaker
    nimi kokonimi osallistuja vastaanottaja imięinazwisko uczestnik uczestniczka odbiorca jméno jménoapříjmení účastník
    имя фио имяфамилия полноеимя участник слушатель студент получатель име піб імя учасник отримувач
    ονομα ονοματεπώνυμο συμμετέχων isim adsoyad adısoyadı katılımcı öğrenci alıcı họtên họvàtên név teljesnév résztvevő
    שם שםמלא משתתף שםהמשתתף 이름 성명 참가자 수강생 ชื่อ ชื่อนามสกุล ผู้เข้าร่วม`,
  recipientEmail: `البريدالإلكتروني بريدإلكتروني الايميل الإيميل عنوانالبريدالإلكتروني
    email emailadresse mailadresse emailaddress mail mailaddress recipientemail recipientemailaddress eaddress
    correo correoelectrónico direccióndecorreo courriel adressecourriel adresseemail adressemail mél
    ईमेल ईमेलपता indirizzoemail postaelettronica メール メールアドレス eメール correioeletrônico correioeletrónico endereçodeemail
    邮箱 电子邮箱 邮件 电子邮件 邮箱地址 電子郵件 電郵 信箱 eposta epost sähköposti почта электроннаяпочта эпочта 이메일 อีเมล`,
  externalId: `المعرف الرقمالمرجعي المرجع رقمالمشارك id externalid yourid yourreference reference ref referenz kennung teilnehmernummer
    referencia identificador référence identifiant संदर्भ पहचान riferimento identificativo 参照番号 管理番号 受講番号 学籍番号
    referência 编号 参考编号 学号 學號 參考編號`,
  awardedOn: `تاريخالمنح تاريخالإصدار awardedon awarddate dateofaward awarded dateawarded issuedon issuedate dateissued dateofissue
    certificateissuedon datereceived ausstellungsdatum ausgestelltam verleihungsdatum datum verliehenam fechadeemisión fechadeconcesión
    datedattribution datedobtention datededélivrance datedémission जारीकरनेकीतिथि प्रदानतिथि datadirilascio rilasciatoil datadiconseguimento
    発行日 授与日 取得日 datadeemissão emitidoem datadeconclusão 颁发日期 颁证日期 发证日期 頒發日期 授予日期`,
  expiresAt: `تاريخالانتهاء صالححتى expiresat expireson expires expiry expirydate expirationdate validuntil expiredon certificateexpiredon
    gültigbis ablaufdatum fechadecaducidad válidohasta fechadevencimiento datedexpiration dateexpiration valablejusquau expirele
    समाप्तितिथि datadiscadenza scadenza validofinoal 有効期限 有効期間 datadevalidade validade válidoaté 有效期 有效期至 到期日 到期日期`,
  renewalOf: `تجديدل renewalof renewal renews renewedcertificate erneuerungvon verlängerungvon renovaciónde renouvellementde
    नवीनीकरण rinnovodi 更新元 renovaçãode 续期 续证 換證`,
  language: `اللغة language lang locale sprache idioma lengua langue भाषा lingua 言語 língua 语言 語言`,
  tags: `وسوم الوسوم الوسم schlagwort schlagwörter schlagworte stichwörter tag tags label labels etiqueta etiquetas étiquette étiquettes
    टैग etichetta etichette タグ 标签 標籤`,
  number: `رقمالشهادة number certificatenumber no zertifikatsnummer nummer númerodecertificado numéroducertificat numéro प्रमाणपत्रसंख्या
    numerodelcertificato 証明書番号 修了証番号 númerodocertificado 证书编号 證書編號`,
  legacyCode: `legacycode code credentialid certificateuuid uuid formercode`,
  revokedAt: `revokedat revokedon widerrufenam revocadoel révoquéle revocatoil 失効日 revogadoem 撤销日期`,
  revokedReason: `revokedreason revocationreason reason grund motivo motif raison 失効理由 撤销原因`,
  originalPdf: `originalpdf pdf file filename datei fichier archivo ficheiro ファイル 文件 文件名`,
};

const MEANING_OF: ReadonlyMap<string, Meaning> = new Map(
  MEANINGS.flatMap((meaning) =>
    WORDS[meaning].split(/\s+/).map((word): [string, Meaning] => [plainName(word), meaning]),
  ),
);

/** Returns the meaning of a column's name in any known language; null if the name has none. */
export const meaningOf = (name: string): Meaning | null => MEANING_OF.get(plainName(name)) ?? null;

/** Usual names of variables, one line per meaning. They also prove that a row is a header. */
const SYNONYMS = `vorname firstname givenname prénom имя
  nachname lastname surname familyname apellido apellidos cognome sobrenome apelido фамилия
  отчество
  kurs course curso cours corso コース 講座名 课程 課程 课程名称 الدورة اسمالدورة पाठ्यक्रम курс
  date fecha data datum 日付 日期 التاريخ तारीख дата
  grade 成績 成绩 الدرجة оценка 성적
  score punkte punteggio 点数 अंक
  note nota
  firma company empresa azienda entreprise 会社 公司 الشركة
  organisation organization
  title titel titre título titolo`
  .split('\n')
  .map((line) => line.trim().split(' ').map(plainName));
const SYNONYM_OF: ReadonlyMap<string, number> = new Map(
  SYNONYMS.flatMap((words, index) => words.map((word): [string, number] => [word, index])),
);

/** Returns whether two names are usual names with one meaning, such as "Kurs" and "course". */
export const areSynonyms = (one: string, other: string): boolean => {
  const meaning = SYNONYM_OF.get(plainName(one));
  return meaning !== undefined && meaning === SYNONYM_OF.get(plainName(other));
};

/** Returns whether a text is a usual name of a column. */
export const isKnownWord = (name: string): boolean => {
  const plain = plainName(name);
  return plain !== '' && (MEANING_OF.has(plain) || SYNONYM_OF.has(plain));
};
