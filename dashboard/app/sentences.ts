type Rule = readonly [pattern: RegExp, say: string | ((...found: string[]) => string)];

/** Of a picture that can't be taken. */
const pictureRule =
  'This can’t be read as a picture. Use a PNG, JPEG, WebP or SVG, and a smaller one if it’s very large.';

const number = (digits: string | undefined): string => new Intl.NumberFormat().format(Number(digits));

/** What the API and the engine say of a field, and what a person is to do about it. The first that matches is taken. */
const RULES: readonly Rule[] = [
  [/^does not fit /, 'Too long for its place on the certificate. Shorten it, or make its box larger in the template.'],
  [
    /^has characters that no font can show: (.*)$/,
    (characters = '') => `Contains characters that can’t be printed: ${characters}. Replace them.`,
  ],
  [/NUL or a lone surrogate|control characters/, 'Contains invalid characters. Type the text instead of pasting it.'],
  [/^must not be blank: it is the name of the recipient/, 'Enter the recipient’s name.'],
  [/^(must not be (blank|empty)|is missing|is required$)/, 'Enter a value.'],
  [/^is required when sendEmail is true/, 'Enter an e-mail address, or turn off sending by e-mail.'],
  [/^(Too small: .* >=?1 (characters|items)|takes at least 1 character)/, 'Enter a value.'],
  [/^takes at most (\d+) (elements|members)/, (most, what) => `Use at most ${number(most)} ${what}.`],
  [/^(?:Too big: .* <=|takes at most )(\d+) characters/, (most) => `Use at most ${number(most)} characters.`],
  [
    /^must be at most (\d+) characters, got (\d+)/,
    (most, got) => `Use at most ${number(most)} characters. There are ${number(got)}.`,
  ],
  [/^Invalid email address/, 'Enter a valid e-mail address, such as name@example.com.'],
  [/^(Invalid URL|must be one http or https address)/, 'Enter a web address that begins with https://.'],
  [/^(must be a date-time|Invalid ISO date)/, 'Enter a valid date.'],
  [/^takes a colour/, 'Enter a colour such as #0b6b43.'],
  [/^takes (?:an? (?:whole )?)?number/, 'Enter a number.'],
  [/^takes (-?[\d.]+ to -?[\d.]+)/, (range = '') => `Enter a number from ${range}.`],
  [/^takes degrees/, 'Enter an angle in degrees.'],
  [/^takes (the name of a font|one of the fonts)/, 'Choose one of the available fonts.'],
  [/^takes (the name of a variable|a variable: )/, 'Choose a variable. Names have letters, digits and _ only.'],
  [/^takes placeholders/, 'Check the {{variables}} in this text: their names have letters, digits and _ only.'],
  [/^is no variable that the design uses/, 'Use this variable in the template, or choose another one.'],
  [/^takes a variable that the design uses/, 'Use this variable in the template, or choose another one.'],
  [/^takes a name/, 'Enter a name.'],
  [/^takes SVG path data/, 'Enter the outline as SVG path data.'],
  [/^(has a link that is none|takes an? https? or|takes an http)/, 'Enter a web address that begins with https://.'],
  [/^takes a (?:PNG|picture|data URI of a PNG)|^takes an image|^takes an SVG that/, pictureRule],
  [/^is too long for a QR code/, 'Too long for a QR code. Shorten it.'],
  [/^has more than ([\d,.]+) nodes/, 'This table is too large. Remove some of its rows or items.'],
  [/^takes its page to /, 'This makes the certificate too complex. Simplify or remove some elements.'],
  [
    /^shows \{\{(.*)\}\} as a text/,
    (name) => `${name} is a picture, so it can’t be used in a text. Use an image element.`,
  ],
  [/^takes a file of at most (\d+ MB)/, (most) => `This file is too large. Use one of up to ${most}.`],
  [/^is no font/, 'This file isn’t a font. Use a TTF, OTF, WOFF or WOFF2.'],
  [/^is a collection of fonts/, 'This file has several fonts. Extract the one that you want, and upload that.'],
  [
    /^may (?:not )?be embedded /,
    'The maker of this font doesn’t allow documents to embed it. Ask them for a licence and a file that do, or use another font.',
  ],
  [
    /^is of the family (.*), which the product has/,
    (family) =>
      `${family} is available already: choose it in the designer. A font of your own needs another family name.`,
  ],
  [
    /^has coloured glyphs/,
    'Fonts with coloured characters can’t be used. Upload one with outlines in a single colour.',
  ],
  [
    /^(?:is cut off|(?:has|lacks) (?:a |the )?tables? |has a name (?:that|of its family with) |can not be decompressed|is a WOFF of)/,
    'This font file is incomplete or damaged. Download or export it again.',
  ],
  [
    /^has (no outlines|no characters|no name of its family)/,
    'This font can’t be used: it lacks parts that text needs. Use another one.',
  ],
  [/^is one too many: /, 'Too many pictures are waiting to be used. Issue the certificates, or try again tomorrow.'],
  [/^is a member already/, 'This person is already a member.'],
  [/^is the only owner/, 'Make someone else an owner first.'],
  [/^is needed for a new account/, 'Enter a value to create your account.'],
  [/^takes a date/, 'Enter a date, such as 2026-11-20.'],
  [/^takes a decimal number/, 'Enter a number without thousands separators, such as 1234.5.'],
  [/^takes an uploaded picture/, 'Choose a picture.'],
  [/^(Invalid option|Invalid input|takes a text)/, 'Check this value and choose or enter it again.'],
  [/^takes a PDF, got /, 'This file isn’t a PDF. Choose one.'],
  [/^takes a PDF without a password/, 'This PDF is protected. Save it without a password, and choose that file.'],
  [
    /^takes a PDF with its fonts embedded, got one without these: (.*)$/,
    (missing) => `Export this PDF again with its fonts embedded. Missing: ${missing}.`,
  ],
  [
    /^takes a PDF that is whole, got one in which (.*)$/,
    (fault) => `This PDF is damaged: ${fault}. Export it again, and choose that file.`,
  ],
  [
    /^takes a page of (\d+) to (\d+) points a side, got one of (.*) by (.*)$/,
    (least, most, width, height) =>
      `The page of this PDF is ${width} by ${height} points. Use one of ${number(least)} to ${number(most)} points a side.`,
  ],
  [
    /^takes (a PDF of|streams of|pictures |colours of|a page (of|that)) /,
    'This PDF is too large or too complex. Simplify it, or use a picture of it as the background.',
  ],
  [/^takes (.*), got .*$/, (options = '') => `Choose one of: ${options}.`],
];

/** The API's message about a field as a sentence that says what to do. What is a sentence already stays as it is. */
export function sentenceOf(message: string): string {
  for (const [pattern, say] of RULES) {
    const found = pattern.exec(message);
    if (found) return typeof say === 'string' ? say : say(...found.slice(1));
  }
  return message.charAt(0).toUpperCase() + message.slice(1);
}

const LABELS: Readonly<Record<string, string>> = {
  recipientEmail: 'E-mail address',
  externalId: 'Your own ID',
  logoUrl: 'Logo',
  url: 'Address',
  templateId: 'Template',
};

/** A field of the API by the name that forms have for it: `recipients[3].variables.course` is “Row 4, course”. */
function labelOf(path: string): string {
  const [, row, rest] = /^recipients\[(\d+)\]\.?(.*)$/.exec(path) ?? [];
  if (row !== undefined)
    return [`Row ${number(String(Number(row) + 1))}`, rest && labelOf(rest)].filter(Boolean).join(', ');
  if (path.startsWith('variables.')) return path.slice('variables.'.length);
  const words = path.replaceAll(
    /([a-z])([A-Z])/g,
    (_all, end: string, start: string) => `${end} ${start.toLowerCase()}`,
  );
  return LABELS[path] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** A fault with the name of its field, where it stands by itself. */
export const faultOf = ({ path, message }: { path: string; message: string }): string =>
  path === '' ? sentenceOf(message) : `${labelOf(path)}: ${sentenceOf(message)}`;

/** Codes of the API whose message is written for programs. */
export const CODE_SENTENCES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Your session has ended. Sign in again.',
  FORBIDDEN: 'Your role doesn’t allow this. Ask an owner or admin of the organisation.',
  NOT_FOUND: 'This no longer exists, or the link is incomplete.',
  INSUFFICIENT_CREDITS: 'You don’t have enough credits. Ask the operator of this installation for more.',
  IDEMPOTENCY_CONFLICT: 'This is already being processed. Reload the page to see the result.',
  RATE_LIMITED: 'Too many requests. Wait a minute and try again.',
  INTERNAL_ERROR: 'Something went wrong on the server. Try again, and tell the operator if it happens again.',
};
