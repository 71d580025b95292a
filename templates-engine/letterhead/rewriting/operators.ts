/**
 * Operands of the supported operators (ISO 32000-1, annex A): `n` for a number, `/` a name, `s` a string, `[` an array. The colour
 * operators `sc` and `scn`, inline images and marked content are handled separately.
 */
const OPERANDS: Record<string, string> = {
  b: '',
  B: '',
  'b*': '',
  'B*': '',
  BT: '',
  c: 'nnnnnn',
  cm: 'nnnnnn',
  d: '[n',
  d0: 'nn',
  d1: 'nnnnnn',
  ET: '',
  f: '',
  F: '',
  'f*': '',
  G: 'n',
  g: 'n',
  h: '',
  i: 'n',
  j: 'n',
  J: 'n',
  l: 'nn',
  m: 'nn',
  M: 'n',
  n: '',
  q: '',
  Q: '',
  re: 'nnnn',
  RG: 'nnn',
  rg: 'nnn',
  K: 'nnnn',
  k: 'nnnn',
  cs: '/',
  CS: '/',
  gs: '/',
  Do: '/',
  sh: '/',
  ri: '/',
  Tf: '/n',
  s: '',
  S: '',
  'T*': '',
  Tc: 'n',
  Td: 'nn',
  TD: 'nn',
  TJ: '[',
  Tj: 's',
  TL: 'n',
  Tm: 'nnnnnn',
  Tr: 'n',
  Ts: 'n',
  Tw: 'n',
  Tz: 'n',
  v: 'nnnn',
  w: 'n',
  W: '',
  'W*': '',
  y: 'nnnn',
  "'": 's',
  '"': 'nns',
};

const PATTERNS: Record<string, RegExp> = { n: /^[-+.\d]/, '/': /^\//, s: /^(\(|<(?!<))/, '[': /^\[/ };

/**
 * Returns the operands of an operator, taken from the end of those given. Returns null if they do not match, or the operator is unknown.
 */
export function operandsOf(operator: string, given: readonly string[]): string[] | null {
  const kinds = Object.hasOwn(OPERANDS, operator) ? OPERANDS[operator] : undefined;
  if (kinds === undefined || given.length < kinds.length) return null;
  const own = kinds === '' ? [] : given.slice(-kinds.length);
  return own.every((operand, index) => PATTERNS[kinds[index] ?? '']?.test(operand)) ? own : null;
}

/** Operators that paint a path. */
export const PAINTS_PATH: ReadonlySet<string> = new Set(['f', 'F', 'f*', 'S', 's', 'B', 'B*', 'b', 'b*']);
/** Operators that show text. */
export const SHOWS_TEXT: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);
