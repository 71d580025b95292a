import { isRequired } from '../issuing/empty-fields.ts';
import {
  AWARDED_ON,
  EMAIL,
  EXPIRES_AT,
  EXTERNAL_ID,
  type Field,
  RENEWAL_OF,
  type Values,
} from '../issuing/recipients.ts';
import type { Table } from './read-table.ts';

/** Source of a field's values: a column by index, or one text for all rows. */
export type Choice = { column: number } | { text: string };

/** Choices by field key. A field without one is not matched. */
export type Mapping = Readonly<Record<string, Choice>>;

/** Returns a name without case, spaces, Latin accents and punctuation. Marks of other scripts are kept, as they are part of letters. */
const plain = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const EMAIL_WORDS = [
  'recipientemail',
  'recipientemailaddress',
  'email',
  'emailaddress',
  'mail',
  'mailaddress',
  'emailadresse',
  'courriel',
  'correo',
  'correoelectronico',
];
const ID_WORDS = ['externalid', 'id', 'yourid', 'reference', 'ref'];
const AWARD_WORDS = ['awardedon', 'awarddate', 'dateofaward', 'awarded'];
const EXPIRY_WORDS = [
  ...['expiresat', 'expireson', 'expires', 'expiry', 'expirydate', 'expirationdate', 'validuntil'],
  ...['gultigbis', 'ablaufdatum', 'datedexpiration', 'dateexpiration', 'fechadecaducidad', 'datadiscadenza'],
];
const RENEWAL_WORDS = ['renewalof', 'renewal', 'renews', 'renewedcertificate'];
/** Column names used for the recipient's name. */
const NAME_WORDS = new Set(
  `name fullname recipient recipientname participant participantname student studentname attendee learner
  nom nomcomplet nometprénom participante apprenant apprenante étudiant étudiante élève destinataire bénéficiaire
  nombre nombrecompleto nombreyapellidos alumno alumna estudiante destinatario destinataria
  nome nomecompleto aluno aluna estudante partecipante studente studentessa nominativo nomeecognome
  vollständigername vorundnachname teilnehmer teilnehmerin teilnehmende teilnehmername empfänger empfängerin
  naam volledigenaam deelnemer cursist ontvanger namn deltagare mottagare navn deltager deltaker modtager mottaker
  nimi kokonimi osallistuja vastaanottaja imięinazwisko uczestnik uczestniczka odbiorca jméno jménoapříjmení účastník
  имя фио имяфамилия полноеимя участник слушатель студент получатель име піб імя учасник отримувач
  ονομα ονοματεπώνυμο συμμετέχων isim adsoyad adısoyadı katılımcı öğrenci alıcı
  الاسم الاسمالكامل المشارك اسمالمشارك الطالب اسمالطالب المستلم שם שםמלא משתתף שםהמשתתף
  氏名 名前 お名前 受講者 受講者名 参加者 参加者名 姓名 学员 学员姓名 學員 学生 学生姓名 이름 성명 참가자 수강생
  नाम पूरानाम प्रतिभागी ชื่อ ชื่อนามสกุล ผู้เข้าร่วม`
    .split(/\s+/)
    .map((word) => plain(word)),
);

/** E-mail address: mailboxes have no spaces, domains have a dot. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const DAY = /^\d{4}-\d\d-\d\d(T[\d:]+)?$/;

/** Returns whether at least 90 % of the non-empty texts fit. */
function mostly(texts: readonly string[], fits: (text: string) => boolean): boolean {
  const given = texts.filter((text) => text !== '');
  return given.length > 0 && given.filter(fits).length >= 0.9 * given.length;
}

/** Finds each field's column by name or label, exact spelling first, then by content regardless of its name. */
export function matchColumns({ columns, rows }: Pick<Table, 'columns' | 'rows'>, variables: readonly Field[]): Mapping {
  const free = new Set(columns.keys());
  const mapping: Record<string, Choice> = {};
  const match = (field: Field, fits: (column: string) => boolean) => {
    if (mapping[field.key]) return;
    const column = columns.findIndex((name, index) => free.has(index) && fits(name));
    if (column < 0) return;
    free.delete(column);
    mapping[field.key] = { column };
  };
  const isSame = (one: string, other: string) => plain(one) !== '' && plain(one) === plain(other);
  for (const field of variables) match(field, (column) => column === field.name);
  for (const field of variables) match(field, (column) => column === field.label);
  for (const field of variables) match(field, (column) => isSame(column, field.name) || isSame(column, field.label));
  match(EMAIL, (column) => EMAIL_WORDS.includes(plain(column)));
  match(EXTERNAL_ID, (column) => ID_WORDS.includes(plain(column)));
  match(AWARDED_ON, (column) => AWARD_WORDS.includes(plain(column)));
  match(RENEWAL_OF, (column) => RENEWAL_WORDS.includes(plain(column)));
  match(EXPIRES_AT, (column) => EXPIRY_WORDS.includes(plain(column)));
  const [recipientName] = variables;
  if (recipientName) match(recipientName, (column) => NAME_WORDS.has(plain(column)));
  const matchContent = (field: Field, fits: (text: string) => boolean) => {
    const isLike = (index: number) =>
      mostly(
        rows.map((row) => row[index] ?? ''),
        fits,
      );
    match(field, (column) => isLike(columns.indexOf(column)));
  };
  matchContent(EMAIL, (text) => ADDRESS.test(text));
  for (const field of variables) {
    const options = field.variable?.type === 'choice' ? new Set(field.variable.options) : null;
    if (options) matchContent(field, (text) => options.has(text));
    if (field.variable?.type === 'date') matchContent(field, (text) => DAY.test(text));
  }
  return mapping;
}

/**
 * Returns the variables that need a column or a text but have none. Optional variables are not included; a required one needs a text that
 * is not empty.
 */
export const unmatched = (variables: readonly Field[], mapping: Mapping): Field[] =>
  variables.filter((field) => {
    const choice = mapping[field.key];
    if (!choice) return !field.variable?.optional;
    return 'text' in choice && choice.text.trim() === '' && isRequired(field);
  });

/** Returns the columns that no field uses. */
export function unusedColumns(columns: readonly string[], mapping: Mapping): string[] {
  const used = new Set(Object.values(mapping).map((choice) => ('column' in choice ? choice.column : null)));
  return columns.filter((_, index) => !used.has(index));
}

/** Returns a field's text in a row of the table. */
const textIn = (choice: Choice, row: readonly string[]): string =>
  'text' in choice ? choice.text : (row[choice.column] ?? '');

/** Returns the texts of each row by field. */
export const mapRows = (table: Table, mapping: Mapping): Values[] =>
  table.rows.map((row) =>
    Object.fromEntries(Object.entries(mapping).map(([key, choice]) => [key, textIn(choice, row)])),
  );
