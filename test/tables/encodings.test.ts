import iconv from 'iconv-lite';
import { expect, test } from 'vitest';
import { bytesOf, questionOf, readingOf, refusalOf, textsOf } from '../support/tables.ts';

/** Header and names by language. */
const PEOPLE: Readonly<Record<string, readonly string[]>> = {
  German: ['Name;E-Mail', 'Jürgen Größmann', 'Björn Müller', 'Käthe Weiß'],
  French: ['Nom;Cours', 'François Lefèvre', 'Zoë Gérard', 'Éloïse Bâtard', 'Hélène Çelik'],
  Spanish: ['Nombre;Curso', 'José Núñez', 'María Peña', 'Núria Ibáñez'],
  Portuguese: ['Nome;Curso', 'João Gonçalves', 'Inês Conceição', 'Antônio Simões'],
  Polish: ['Imię i nazwisko;Kurs', 'Łukasz Żółć', 'Małgorzata Świątek', 'Grażyna Dąbrowska'],
  Czech: ['Jméno;Kurz', 'Jiří Dvořák', 'Kateřina Nováková', 'Tomáš Říha'],
  Hungarian: ['Név;Tanfolyam', 'Győző Kőszegi', 'Zsófia Nagy', 'László Tóth'],
  Romanian: ['Nume;Curs', 'Ştefan Ionescu', 'Ioana Ţiriac', 'Cătălin Brâncuşi'],
  Russian: ['Имя;Email', 'Анна Петрова', 'Пётр Иванов', 'Юлия Щукина'],
  'short Russian': ['Name;Email', 'Анна', 'Пётр'],
  Ukrainian: ["Ім'я;Email", 'Олена Їжак', 'Євген Ґудзь'],
  Greek: ['Όνομα;Email', 'Γιώργος Παπαδόπουλος', 'Ελένη Ιωάννου', 'Άννα'],
  Turkish: ['Ad Soyad;Kurs', 'Işık Çağlar', 'Şule Öztürk', 'Gökhan Yılmaz', 'İbrahim Güneş'],
  Hebrew: ['שם;Email', 'דוד כהן', 'שרה לוי'],
  Arabic: ['الاسم;Email', 'محمد علي', 'فاطمة الزهراء'],
  Lithuanian: ['Vardas;Kursas', 'Jonas Žukauskas', 'Eglė Šimkutė', 'Ąžuolas'],
  Latvian: ['Vārds;Kurss', 'Jānis Bērziņš', 'Kristīne Kalniņa'],
  Vietnamese: ['Ho ten;Khoa', 'Đăng Lê', 'Tâm Phan', 'Sơn Lưu'],
  Thai: ['ชื่อ;Email', 'สมชาย ใจดี', 'สุดา'],
  Japanese: ['氏名;メール', '山田 太郎', '佐藤 花子', '鈴木 一郎'],
  'Japanese with half-width kana': ['Name;Email', '山田 太郎', 'ｶﾅ タロウ'],
  Chinese: ['姓名;邮箱', '张伟', '王芳', '李娜', '刘洋'],
  'Chinese of Taiwan': ['姓名;電子郵件', '陳怡君', '林志豪', '張淑芬'],
  Korean: ['이름;이메일', '김민준', '이서연', '박지훈', '최믿음'],
  'short Korean': ['Name;Email', '김민준', '이서연', '박지훈'],
};

const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': ['German', 'French', 'Spanish', 'Portuguese'],
  macintosh: ['German', 'French', 'Spanish', 'Portuguese'],
  cp850: ['German', 'French', 'Spanish', 'Portuguese'],
  cp437: ['German', 'French', 'Spanish'],
  'windows-1250': ['Polish', 'Czech', 'Hungarian', 'Romanian', 'German'],
  'windows-1251': ['Russian', 'short Russian', 'Ukrainian'],
  'koi8-r': ['Russian', 'short Russian'],
  cp866: ['Russian', 'short Russian'],
  'windows-1253': ['Greek'],
  'windows-1254': ['Turkish'],
  'windows-1255': ['Hebrew'],
  'windows-1256': ['Arabic'],
  'windows-1257': ['Lithuanian', 'Latvian'],
  'windows-1258': ['Vietnamese'],
  'windows-874': ['Thai'],
  shift_jis: ['Japanese', 'Japanese with half-width kana'],
  gb18030: ['Chinese', 'Chinese of Taiwan'],
  big5: ['Chinese of Taiwan'],
  cp949: ['Korean', 'short Korean'],
  'utf-16le': ['Russian', 'Japanese', 'German'],
  'utf-16be': ['Russian', 'Japanese', 'German'],
};
const CASES = Object.entries(WRITTEN).flatMap(([encoding, languages]) =>
  languages.map((language) => [language, encoding] as const),
);

/** Returns a table of people in an encoding, as Excel saves it. */
function fileOf(people: readonly string[], encoding: string): Uint8Array {
  const [header = '', ...names] = people;
  const text = [header, ...names.map((name) => `${name};x`), ''].join('\r\n');
  const bytes = iconv.encode(text, encoding);
  // The encoding has every letter, so that the expected names are those in the file.
  expect(iconv.decode(bytes, encoding)).toBe(text);
  return new Uint8Array(bytes);
}

test.each(CASES)(
  'never garbles %s in %s: reads it, or asks with the right names among the choices',
  async (language, encoding) => {
    const people = PEOPLE[language] ?? [];
    const bytes = fileOf(people, encoding);
    const reading = await readingOf(bytes);
    const question = questionOf(reading, 'encoding');
    const candidates = question?.candidates ?? [{ encoding: undefined, samples: [] }];
    const readings = await Promise.all(
      candidates.map((candidate) => readingOf(bytes, { encoding: candidate.encoding })),
    );
    const named = readings.map((each) => each.rows.map(({ cells }) => cells[0]?.text));
    expect(named).toContainEqual(people.slice(1));
    // A choice shows where it differs from the others.
    const samples = candidates.map((candidate) => candidate.samples.join());
    expect(new Set(samples).size).toBe(candidates.length);
  },
);

test.each([
  ['French', 'windows-1252'],
  ['Portuguese', 'windows-1252'],
  ['German', 'macintosh'],
  ['Polish', 'windows-1250'],
  ['Russian', 'windows-1251'],
  ['Russian', 'koi8-r'],
  ['Greek', 'windows-1253'],
  ['Thai', 'windows-874'],
  ['Japanese', 'shift_jis'],
  ['Chinese', 'gb18030'],
  ['Chinese of Taiwan', 'big5'],
  ['Korean', 'cp949'],
])('does not ask about %s in %s, which has the letters of one language only', async (language, encoding) => {
  const reading = await readingOf(fileOf(PEOPLE[language] ?? [], encoding));
  expect(questionOf(reading, 'encoding')).toBeUndefined();
  expect(
    textsOf(reading)
      .slice(1)
      .map(([name]) => name),
  ).toEqual(PEOPLE[language]?.slice(1));
});

test('takes words whose letters are all outside ASCII for no Latin ones', async () => {
  const reading = await readingOf(fileOf(['Name;Email', 'Анна', 'Иван', 'Мария'], 'windows-1251'));
  expect(questionOf(reading, 'encoding')).toBeUndefined();
  expect(
    textsOf(reading)
      .slice(1)
      .map(([name]) => name),
  ).toEqual(['Анна', 'Иван', 'Мария']);
});

test('takes the answer about the encoding, and reports it', async () => {
  const bytes = fileOf(['Name;Email', 'Zoë'], 'windows-1252');
  expect(questionOf(await readingOf(bytes), 'encoding')?.candidates.map(({ samples }) => samples)).toEqual([
    ['Zoë'],
    ['Zoė'],
  ]);
  const reading = await readingOf(bytes, { encoding: 'windows-1257' });
  expect(textsOf(reading)).toEqual([
    ['Name', 'Email'],
    ['Zoė', 'x'],
  ]);
  expect(reading.report).toContainEqual({ code: 'encoding', encoding: 'windows-1257' });
  expect(reading.questions).toEqual([]);
});

test('names the line of a wrong byte in UTF-8', async () => {
  const lines = Array.from({ length: 100 }, (_, index) => `Zoë ${index};x`);
  const bytes = bytesOf(['Name;Email', ...lines].join('\r\n'));
  bytes[bytes.lastIndexOf(0xc3, bytes.length - 400)] = 0xe9;
  const refusal = await refusalOf(bytes);
  expect(refusal).toMatchObject({ code: 'wrong_byte', before: 'Zo' });
  expect(refusal).toHaveProperty(
    'line',
    new TextDecoder()
      .decode(bytes)
      .split('\n')
      .findIndex((line) => line.includes('\ufffd')) + 1,
  );
});

test('reads the syllables of code page 949 that KS X 1001 lacks', async () => {
  const reading = await readingOf(fileOf(['이름;이메일', '쀍똠방', '믜햏힣', '갂갃갅'], 'cp949'));
  expect(
    textsOf(reading)
      .slice(1)
      .map(([name]) => name),
  ).toEqual(['쀍똠방', '믜햏힣', '갂갃갅']);
});

test.each([
  ['a mark of UTF-8', [0xef, 0xbb, 0xbf, ...bytesOf('name\nZoë')]],
  ['a mark of UTF-16', [0xff, 0xfe, ...iconv.encode('name\nZoë', 'utf-16le')]],
  ['a mark of UTF-16 BE', [0xfe, 0xff, ...iconv.encode('name\nZoë', 'utf-16be')]],
  ['the end mark of DOS', [...bytesOf('name\nZoë\r\n'), 0x1a]],
])('ignores %s', async (_what, bytes) => {
  expect(textsOf(await readingOf(Uint8Array.from(bytes)))).toEqual([['name'], ['Zoë']]);
});
