import * as mupdf from 'mupdf';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../templates-engine/design/properties.ts';
import { compileTemplate, parseDesign, type RenderedPdf, renderPdf } from '../../templates-engine/index.ts';
import { certificateOf, designOf, FULL, textAt } from '../support/certificates.ts';

const catalogOf = ({ pdf }: RenderedPdf): mupdf.PDFObject => new mupdf.PDFDocument(pdf).getTrailer().get('Root');

/** Returns the elements of the structure tree in reading order. */
function elementsOf(
  file: RenderedPdf,
): { type: string; alt: string | null; language: string | null; object: mupdf.PDFObject }[] {
  const kids = catalogOf(file).get('StructTreeRoot').get('K').get('K');
  const textOf = (value: mupdf.PDFObject) => (value.isNull() ? null : value.asString());
  return Array.from({ length: kids.length }, (_, index) => {
    const object = kids.get(index);
    const [alt, language] = [textOf(object.get('Alt')), textOf(object.get('Lang'))];
    return { type: object.get('S').asName(), alt, language, object };
  });
}
const languageOf = (file: RenderedPdf): string => catalogOf(file).get('Lang').asString();
const qr = (more: object = {}) => ({ type: 'qr', x: 330, y: 20, width: 80, height: 80, ...more });

/** Texts of certificates, with their languages. */
const TEXTS: [language: string, text: string][] = [
  ['en', 'This is to certify that {{name}} has successfully completed the course'],
  ['fr', 'Certificat de réussite décerné à {{name}} pour avoir suivi la formation'],
  ['de', 'Hiermit wird bestätigt, dass {{name}} am Kurs teilgenommen hat'],
  ['es', 'Se otorga el presente certificado a {{name}} por haber completado el curso'],
  ['it', 'Si certifica che {{name}} ha completato con successo il corso'],
  ['pt', 'Certificamos que {{name}} concluiu com êxito o curso'],
  ['nl', 'Hierbij wordt bevestigd dat {{name}} de cursus met goed gevolg heeft afgerond'],
  ['sv', 'Härmed intygas att {{name}} har genomfört kursen med godkänt resultat'],
  ['pl', 'Niniejszym zaświadcza się, że {{name}} ukończył kurs'],
  ['cs', 'Tímto se potvrzuje, že {{name}} úspěšně absolvoval kurz'],
  ['tr', 'Bu belge {{name}} adına kursu başarıyla tamamladığı için verilmiştir'],
  ['vi', 'Chứng nhận {{name}} đã hoàn thành khóa học'],
  ['id', 'Diberikan kepada {{name}} yang telah menyelesaikan pelatihan'],
  ['ru', 'Настоящим подтверждается, что {{name}} успешно прошёл обучение'],
  ['uk', 'Цим засвідчується, що {{name}} успішно завершив навчання'],
  ['ar', 'نشهد بأن {{name}} قد أتم بنجاح الدورة التدريبية'],
  ['fa', 'بدین وسیله گواهی می‌شود که {{name}} دوره را با موفقیت به پایان رسانده است'],
  ['ur', 'اس بات کی تصدیق کی جاتی ہے کہ {{name}} نے کورس مکمل کیا ہے'],
  ['hi', 'यह प्रमाणित किया जाता है कि {{name}} ने पाठ्यक्रम पूरा किया है'],
  ['el', 'Βεβαιώνεται ότι ολοκλήρωσε το πρόγραμμα {{name}}'],
  ['ja', '{{name}} は所定の課程を修了したことを証明します'],
  ['ko', '{{name}} 위 사람은 본 과정을 수료하였음을 증명합니다'],
  ['zh', '兹证明 {{name}} 已完成课程'],
];

test.each(TEXTS)(
  'a certificate in %s declares its language, and its QR code and link are described in it',
  async (language, text) => {
    const file = await certificateOf(designOf([textAt(20, text, { height: 80 }), qr()]));
    expect(languageOf(file)).toBe(language);
    const own = elementsOf(file).filter(({ type }) => ['Figure', 'Link', 'Form'].includes(type));
    expect(own.map((element) => element.language)).toEqual([null, null, null]);
    const link = own[1]?.object.get('K').get('Obj').get('Contents').asString();
    expect(link === 'Verify this certificate').toBe(language === 'en');
    expect(own[0]?.alt).toMatch(/: https:\/\/laurel\.example\/verify\/0123456789abcdef$/);
  },
);

test('the language that a design sets is that of the document, regardless of its texts', async () => {
  const file = await certificateOf(designOf([textAt(20, 'Certificate of Completion')], { language: 'pt-BR' }));
  expect(languageOf(file)).toBe('pt-BR');
});

test('a certificate without fixed text has the language of its values', async () => {
  const design = designOf([textAt(20, '{{title}}'), textAt(80, '{{text}}')]);
  const [french, german] = [
    { title: 'Certificat de réussite', text: 'pour avoir suivi la formation avec succès' },
    { title: 'Urkunde', text: 'für die erfolgreiche Teilnahme an dem Kurs' },
  ];
  expect(languageOf(await certificateOf(design, french))).toBe('fr');
  expect(languageOf(await certificateOf(design, german))).toBe('de');
  // The name of a person says little about the language.
  const person = { title: 'Excel', name: 'Maria das Dores dos Santos da Silva' };
  expect(languageOf(await certificateOf(design, person))).toBe('en');
});

test('phrases are in English and marked so if the engine has none in the language', async () => {
  const file = await certificateOf(designOf([qr()], { language: 'lo' }));
  const own = elementsOf(file).filter(({ type }) => ['Figure', 'Link', 'Form'].includes(type));
  expect(own.map((element) => element.language)).toEqual(['en', 'en', 'en']);
  expect(own[0]?.alt).toBe('Verification code: https://laurel.example/verify/0123456789abcdef');
});

test('a design accepts language tags and rejects anything else', async () => {
  for (const language of LANGUAGES)
    await expect(parseDesign(designOf([], { language }))).resolves.toMatchObject({ language });
  for (const language of ['', 'english', 'en_US', 'und', 'x', 'de-', 5]) {
    const code = typeof language === 'string' ? 'not_a_language' : 'not_accepted';
    await expect(parseDesign(designOf([], { language }))).rejects.toMatchObject({
      issues: [{ path: 'language', code }],
    });
  }
});

test('an empty value leaves no paragraph, and the heading is a visible text', async () => {
  const design = designOf([textAt(20, '{{title}}', { size: 30 }), textAt(80, 'A text that is there', { size: 20 })]);
  // One template for all values, as in a batch.
  const template = await compileTemplate(await parseDesign(design));
  const types = async (title: string) => {
    const file = await renderPdf(template, new Map(Object.entries({ name: 'Ada', title })), FULL);
    return elementsOf(file).map(({ type }) => type);
  };
  expect(await types('Diploma')).toEqual(['H1', 'P', 'P', 'Form']);
  expect(await types('')).toEqual(['H1', 'P', 'Form']);
  expect(await types(' \u200B')).toEqual(['H1', 'P', 'Form']);
  expect(await types('Diploma')).toEqual(['H1', 'P', 'P', 'Form']);
});

test('a link directly follows its QR code in reading order', async () => {
  const file = await certificateOf(
    designOf([textAt(20, 'First'), qr({ x: 20, y: 90 }), textAt(200, 'Last'), qr({ value: 'no link' })]),
  );
  expect(elementsOf(file).map(({ type }) => type)).toEqual(['H1', 'Figure', 'Figure', 'Link', 'P', 'P', 'Form']);
});

test('a QR code with an invalid address is rendered without a link', async () => {
  const file = await certificateOf(designOf([qr({ value: 'http://[none' })]));
  expect(elementsOf(file).map(({ type }) => type)).not.toContain('Link');
});

test.each([
  'who completed Foundations of Computing with honours\nand showed it',
  'تقديرا لإسهامه في برنامج التعليم خلال عام من العمل التطوعي',
])('extracted text separates the words of adjacent lines: %s', async (long) => {
  const { pdf } = await certificateOf(designOf([textAt(20, long, { width: 120, height: 200, minSize: 14 })]));
  const page = new mupdf.PDFDocument(pdf).loadPage(0);
  const said = page.toStructuredText('preserve-whitespace').asText();
  expect(said.trim().split('\n').length).toBeGreaterThan(3);
  expect(said.replaceAll('\n', '')).toContain(long.replaceAll('\n', ' '));
});

test('a title has no line breaks and is the same in Info and XMP', async () => {
  const { pdf } = await certificateOf(designOf([]), {}, { ...FULL, title: ' A\r\ntitle\u2028of\u0007lines ' });
  const document = new mupdf.PDFDocument(pdf);
  expect(document.getTrailer().get('Info').get('Title').asString()).toBe('A title of lines');
  const xmp = document.getTrailer().get('Root').get('Metadata').readStream().asString();
  expect(xmp).toContain('<rdf:li xml:lang="x-default">A title of lines</rdf:li>');
});

test('the signature dictionary is the last object, unchanged, at the reported position', async () => {
  const { pdf, signatureAt } = await certificateOf(designOf([]));
  const dictionary = FULL.signature?.dictionary ?? '';
  const text = Buffer.from(pdf).toString('latin1');
  expect(text.indexOf(dictionary)).toBe(signatureAt);
  expect(text.slice((signatureAt ?? 0) + dictionary.length)).toMatch(/^\nendobj\nxref\n/);
  const { signature: _, ...unsigned } = FULL;
  expect((await certificateOf(designOf([]), {}, unsigned)).signatureAt).toBeNull();
});
