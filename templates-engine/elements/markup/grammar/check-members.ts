import { isBuiltIn, isVariableName, NAME_RULE, parsePlaceholders } from '../../../text/placeholders.ts';
import { boundImageSource, boundVariable } from '../../shared/image-source.ts';
import { MAX_CONTENT_LENGTH } from '../../shared/properties.ts';
import { isLinkTemplate, LINK_RULE } from '../../text/links.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { isRecord, type Place } from './check.ts';
import { TAGS } from './tags.ts';

type Add = (message: string, ...path: PropertyKey[]) => unknown;

const ROW_NAME = /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]{0,63}$/u;
const ROW_RULE = 'takes a name of letters, digits, _ and - for a line, as in row';

/** A text with placeholders, where a tag takes one. */
export function checkText(text: string, { parent, rows }: Place, add: Add): void {
  const takes = parent === null ? undefined : TAGS.get(parent)?.takes;
  if (takes && text.trim() !== '') return void add(`${parent} takes ${takes.join(', ') || 'no children'}`);
  if (text.length > MAX_CONTENT_LENGTH)
    return void add(`takes at most ${MAX_CONTENT_LENGTH.toLocaleString('en')} characters`);
  const parts = parsePlaceholders(text);
  if (!parts) return void add(`takes placeholders as {{name}}: ${NAME_RULE}`);
  const zero = parts.find((part) => 'variable' in part && rows.some((row) => part.variable === `${row}.0`));
  if (zero && 'variable' in zero) add(`counts cells from 1, as in {{${zero.variable.replace(/0$/, '1')}}}`);
}

/** `each`: a variable, whose value has lines, and a name for each of them. */
export function checkEach(each: unknown, rows: readonly string[], add: Add): void {
  if (!isRecord(each)) return void add('takes { "variable", "as" }', 'each');
  for (const name of Object.keys(each)) {
    if (name !== 'variable' && name !== 'as') add('is not a member of each', 'each', name);
  }
  const { variable, as } = each;
  if (typeof variable !== 'string' || !isVariableName(variable))
    add(`takes a variable: ${NAME_RULE}`, 'each', 'variable');
  else if (rows.some((row) => variable.trim() === row || isCell(variable.trim(), row)))
    add(`takes a variable, and ${variable} is a line of another each`, 'each', 'variable');
  if (typeof as !== 'string' || !ROW_NAME.test(as)) add(ROW_RULE, 'each', 'as');
  else if (isBuiltIn(as) || rows.includes(as) || as === variable)
    add('takes a name that no variable and no other each around it has', 'each', 'as');
}

/** Whether a name is that of a cell of a row, as in `row.2`. */
export const isCell = (name: string, row: string): boolean =>
  name.startsWith(`${row}.`) && /^[1-9]\d{0,3}$/.test(name.slice(row.length + 1));

/** What only some tags have. */
export function checkAttributes(node: Record<string, unknown>, type: string, rows: readonly string[], add: Add): void {
  const { src, alt, href } = node;
  if (type === 'img') {
    checkSource(src, rows, add);
    if (alt !== undefined && (typeof alt !== 'string' || alt.length > MARKUP_LIMITS.alt))
      add(`takes a text of up to ${MARKUP_LIMITS.alt} characters`, 'alt');
  } else {
    if (src !== undefined) add('is a member of img only', 'src');
    if (alt !== undefined) add('is a member of img only', 'alt');
  }
  if (type === 'a') {
    if (href !== undefined && (typeof href !== 'string' || !isLinkTemplate(href))) add(LINK_RULE, 'href');
  } else if (href !== undefined) add('is a member of a only', 'href');
}

function checkSource(src: unknown, rows: readonly string[], add: Add): void {
  const read = boundImageSource.safeParse(src);
  if (!read.success) return void add(read.error.issues[0]?.message ?? '', 'src');
  const variable = boundVariable(read.data);
  if (variable !== null && rows.some((row) => variable === row || isCell(variable, row)))
    add(`takes a variable of the certificate, and ${variable} is of a line of an each`, 'src');
}
