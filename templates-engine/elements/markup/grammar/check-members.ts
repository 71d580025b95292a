import { suggestionFor } from '../../../../errors/suggestion.ts';
import { isBuiltIn, isVariableName, PLACEHOLDER_RULE, parsePlaceholders } from '../../../text/placeholders.ts';
import { BOUND_RULE, boundVariable, isImageSource } from '../../shared/image-source.ts';
import { MAX_CONTENT_LENGTH } from '../../shared/properties.ts';
import { isLinkTemplate } from '../../text/links.ts';
import { readColor } from '../css/colors.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { COLOR_RULE } from '../css/paint-properties.ts';
import { type Add, isRecord, type Place } from './place.ts';
import { TAGS } from './tags.ts';

const ROW_NAME = /^[\p{L}_][\p{L}\p{M}\p{Nd}_-]{0,63}$/u;
const ROW_RULE = 'letters, digits, _ and -, as in row';

/** Checks a text with placeholders, and that the parent accepts text. */
export function checkText(text: string, { parent, rows }: Place, add: Add): void {
  const takes = parent === null ? undefined : TAGS.get(parent)?.takes;
  if (parent !== null && takes && text.trim() !== '') return void addWrongChild([], parent, takes, add);
  if (text.length > MAX_CONTENT_LENGTH) return void add([], 'too_long', { most: MAX_CONTENT_LENGTH });
  const parts = parsePlaceholders(text);
  if (!parts) return void add([], 'malformed_placeholder', { accepted: PLACEHOLDER_RULE });
  const zero = parts.find((part) => 'variable' in part && rows.some((row) => part.variable === `${row}.0`));
  if (zero && 'variable' in zero) add([], 'cells_from_one', { accepted: `{{${zero.variable.replace(/0$/, '1')}}}` });
}

/** Reports a child that its parent does not accept. */
export function addWrongChild(path: readonly PropertyKey[], parent: string, takes: readonly string[], add: Add): void {
  if (takes.length > 0) add(path, 'wrong_child', { parent, accepted: takes });
  else add(path, 'no_children', { parent });
}

/** Reports an unknown member. */
export function addUnknownMember(path: readonly PropertyKey[], known: readonly string[], add: Add): void {
  const suggestion = suggestionFor(String(path.at(-1)), known);
  add(path, 'unknown_member', suggestion === null ? {} : { suggestion });
}

const EACH_MEMBERS = ['variable', 'as', 'stripe'];

/** Checks `each`: a variable whose value has lines, a name for each line, and the colour of every second one. */
export function checkEach(each: unknown, rows: readonly string[], add: Add): void {
  if (!isRecord(each)) return void add(['each'], 'wrong_type', { accepted: 'an object with variable and as' });
  for (const name of Object.keys(each)) {
    if (!EACH_MEMBERS.includes(name)) addUnknownMember(['each', name], EACH_MEMBERS, add);
  }
  const { variable, as, stripe } = each;
  if (typeof variable !== 'string' || !isVariableName(variable)) add(['each', 'variable'], 'not_a_variable_name');
  else if (rows.some((row) => variable.trim() === row || isCell(variable.trim(), row)))
    add(['each', 'variable'], 'line_as_variable', { variable });
  if (typeof as !== 'string' || !ROW_NAME.test(as)) add(['each', 'as'], 'not_a_name', { accepted: ROW_RULE });
  else if (isBuiltIn(as) || rows.includes(as) || as === variable) add(['each', 'as'], 'name_in_use');
  if (stripe !== undefined && readColor(stripe) === null)
    add(['each', 'stripe'], 'not_accepted', { accepted: COLOR_RULE });
}

/** Returns true if a name is that of a cell of a row, as in `row.2`. */
export const isCell = (name: string, row: string): boolean =>
  name.startsWith(`${row}.`) && /^[1-9]\d{0,3}$/.test(name.slice(row.length + 1));

/** Checks the attributes that only certain tags have. */
export function checkAttributes(node: Record<string, unknown>, type: string, rows: readonly string[], add: Add): void {
  const { src, alt, href } = node;
  if (type === 'img') {
    checkSource(src, rows, add);
    if (alt !== undefined && (typeof alt !== 'string' || alt.length > MARKUP_LIMITS.alt))
      add(['alt'], 'not_accepted', { accepted: `a text of at most ${MARKUP_LIMITS.alt} characters` });
  } else {
    if (src !== undefined) add(['src'], 'only_for', { owner: 'img' });
    if (alt !== undefined) add(['alt'], 'only_for', { owner: 'img' });
  }
  if (type === 'a') {
    if (href !== undefined && (typeof href !== 'string' || !isLinkTemplate(href))) add(['href'], 'not_a_link');
  } else if (href !== undefined) add(['href'], 'only_for', { owner: 'a' });
}

function checkSource(src: unknown, rows: readonly string[], add: Add): void {
  if (typeof src !== 'string' || !isImageSource(src))
    return void add(['src'], 'not_a_picture_source', { accepted: BOUND_RULE });
  const variable = boundVariable(src);
  if (variable !== null && rows.some((row) => variable === row || isCell(variable, row)))
    add(['src'], 'line_as_variable', { variable });
}
