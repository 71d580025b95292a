import { expect, test } from 'vitest';
import { matchColumns } from '../../tables/columns/match.ts';
import { joinTexts } from '../../tables/columns/name-parts.ts';
import { MEANINGS } from '../../tables/columns/words.ts';
import { questionOf, readingOf, rowOf, text, textsOf, xlsxOf } from '../support/tables.ts';

const ANN = 'Ann;a@b.example;2026-03-14';

test.each([
  ['in the first row', `Name;Email;Date\n${ANN}`, 1],
  ['below a title', `Participants 2026\nName;Email;Date\n${ANN}`, 2],
  ['below a title and empty rows', `\nParticipants;;\n\n;;\nName;Email;Date\n${ANN}`, 5],
  ['below two titles of two cells', `Course:;First aid;\nTrainer:;Eva;\nName;Email;Date\n${ANN}`, 3],
  ['in another language, below a title', `修了者一覧\n氏名;メール;日付\n${ANN}`, 2],
  ['with unknown names, above values of other kinds', `List\nAaa;Bbb;Ccc\n${ANN}`, 2],
])('finds the header %s', async (_where, source, row) => {
  const reading = await readingOf(source, { delimiter: ';' });
  expect(reading.headerRow).toBe(row);
  expect(textsOf(reading)[1]).toEqual(['Ann', 'a@b.example', '2026-03-14']);
  expect(reading.questions).toEqual([]);
});

test('takes the first row for the header without asking, above texts alone', async () => {
  const reading = await readingOf('Aaa;Bbb\nAnn;Logic\nBob;Logic');
  expect([reading.headerRow, reading.questions]).toEqual([1, []]);
});

test('takes a merged title in a spreadsheet for no header', async () => {
  const sheet = `<sheetData>${rowOf(text('Participants'))}${rowOf(text('Name'), text('Course'))}${rowOf(text('Ann'), text('Logic'))}</sheetData>
    <mergeCells><mergeCell ref="A1:B1"/></mergeCells>`;
  expect((await readingOf(await xlsxOf({ sheets: { A: sheet } }))).headerRow).toBe(2);
});

test('asks for the header where nothing proves it, and moves it by choice', async () => {
  const source = 'List\nAaa;Bbb\nAnn;Logic\nBob;Logic';
  const question = questionOf(await readingOf(source), 'header');
  expect(question?.candidates.map(({ row }) => row)).toEqual([2, 1, 3, 4, 0]);
  const moved = await readingOf(source, { headerRow: 3 });
  expect(textsOf(moved)).toEqual([
    ['Ann', 'Logic'],
    ['Bob', 'Logic'],
  ]);
  expect(moved.questions).toEqual([]);
});

test('asks for the header of a table that begins with values, and takes none as an answer', async () => {
  const source = 'Ann,a@b.example\nBob,b@b.example';
  expect(questionOf(await readingOf(source), 'header')?.candidates[0]?.row).toBe(0);
  const reading = await readingOf(source, { headerRow: 0 });
  expect(textsOf(reading)).toEqual([
    ['', ''],
    ['Ann', 'a@b.example'],
    ['Bob', 'b@b.example'],
  ]);
  expect(reading.questions).toEqual([]);
});

const FIELDS = MEANINGS.map((meaning) => ({ key: meaning, names: [], meaning }));
test.each([
  ['Arabic', 'الاسم الكامل', 'البريد الإلكتروني', 'تاريخ الانتهاء', 'اللغة'],
  ['German', 'Vor- und Nachname', 'E-Mail-Adresse', 'Gültig bis', 'Sprache'],
  ['English', 'Full name', 'Email address', 'Expiry date', 'Language'],
  ['Spanish', 'Nombre y apellidos', 'Correo electrónico', 'Fecha de caducidad', 'Idioma'],
  ['French', 'Nom et prénom', 'Adresse e-mail', 'Date d’expiration', 'Langue'],
  ['Hindi', 'पूरा नाम', 'ईमेल', 'समाप्ति तिथि', 'भाषा'],
  ['Italian', 'Nome e cognome', 'Posta elettronica', 'Data di scadenza', 'Lingua'],
  ['Japanese', '受講者名', 'メールアドレス', '有効期限', '言語'],
  ['Portuguese', 'Nome completo', 'Correio eletrónico', 'Data de validade', 'Língua'],
  ['Chinese', '学员姓名', '电子邮箱', '有效期至', '语言'],
])('matches usual names of columns in %s', (_language, ...columns) => {
  expect(matchColumns([...columns].reverse(), [], FIELDS)).toEqual({
    recipientName: [3],
    recipientEmail: [2],
    expiresAt: [1],
    language: [0],
  });
});

test('matches exact names before similar ones, and content last, and uses no column twice', () => {
  const fields = [
    { key: 'name', names: ['name', 'Recipient'], meaning: 'recipientName' as const },
    { key: 'other', names: ['NAME'] },
    { key: 'email', names: [], content: 'email' as const },
    { key: 'day', names: [], content: 'date' as const },
    { key: 'grade', names: [], content: new Set(['A', 'B']) },
  ];
  const rows = [
    ['Ann', 'x', '14. März 2026', 'a@b.example', 'A'],
    ['Bob', 'y', '1.4.2026', 'b@b.example', 'B'],
  ];
  expect(matchColumns(['NAME', 'name', '?', '', '!'], rows, fields)).toEqual({
    name: [1],
    other: [0],
    email: [3],
    day: [2],
    grade: [4],
  });
  expect(matchColumns(['Recipient', 'name'], [], fields)).toEqual({ name: [1] });
});

const PEOPLE = { key: 'name', names: ['name'], meaning: 'recipientName' as const };

test.each([
  ['Moodle', ['First name', 'Surname', 'Email address'], [0, 1]],
  ['German', ['Nr.', 'Name', 'Vorname'], [2, 1]],
  ['French', ['Nom', 'Prénom'], [1, 0]],
  ['Spanish', ['Primer apellido', 'Segundo apellido', 'Nombre'], [2, 0, 1]],
  ['Portuguese', ['Nome', 'Apelido'], [0, 1]],
  ['Italian', ['Cognome', 'Nome'], [1, 0]],
  ['Dutch', ['Voornaam', 'Tussenvoegsel', 'Achternaam'], [0, 1, 2]],
  ['Russian', ['Имя', 'Отчество', 'Фамилия'], [2, 0, 1]],
  ['Hungarian', ['Keresztnév', 'Vezetéknév'], [1, 0]],
  ['Japanese', ['姓', '名', 'メール'], [0, 1]],
  ['Arabic', ['اسم العائلة', 'الاسم الأول'], [1, 0]],
])('joins the parts of names in the order of the full name: %s', (_which, columns, expected) => {
  expect(matchColumns(columns, [], [PEOPLE])).toEqual({ name: expected });
});

test('takes a column with full names instead of parts, also if its values show it', () => {
  const columns = ['Name', 'First name'];
  const matched = (...rows: string[][]) => matchColumns(columns, rows, [PEOPLE]).name;
  expect(matched(['Lovelace', 'Ada'], ['Johnson', 'John'])).toEqual([1, 0]);
  expect(matched(['Ada Lovelace', 'Ada'], ['HOPPER, Grace', 'Grace'])).toEqual([0]);
  const numbered = matchColumns(['Participant', 'First name', 'Surname'], [['1', 'Ada', 'Lovelace']], [PEOPLE]);
  expect(numbered.name).toEqual([1, 2]);
  expect(matchColumns(['姓名', '姓', '名'], [], [PEOPLE]).name).toEqual([0]);
  for (const full of ['Full name', 'Name on certificate'])
    expect(matchColumns(['First name', 'Surname', full], [], [PEOPLE]).name).toEqual([2]);
});

test('leaves the parts of names to a template that has them as variables', () => {
  const first = { key: 'first', names: ['Vorname'] };
  const columns = ['Name', 'Vorname'];
  expect(matchColumns(columns, [], [PEOPLE, first])).toEqual({ name: [0], first: [1] });
  expect(matchColumns(columns, [], [{ ...PEOPLE, names: ['Graduate'] }, first])).toEqual({ name: [1, 0], first: [1] });
  expect(matchColumns(['First name', 'Surname'], [], [{ ...PEOPLE, names: ['Surname'] }])).toEqual({ name: [1] });
});

test('joins texts by a space, except those of Chinese, Japanese and Korean letters', () => {
  expect(joinTexts([' Ada ', '', 'Lovelace'])).toBe('Ada Lovelace');
  expect(joinTexts(['山田', '太郎'])).toBe('山田太郎');
  expect(joinTexts(['山田', 'Taro'])).toBe('山田 Taro');
  expect(joinTexts([' as written '])).toBe(' as written ');
});
