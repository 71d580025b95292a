import { below, type Detail, detail } from '../../../../errors/detail.ts';
import { detailsOfZod, pathOf } from '../../../../errors/from-zod.ts';
import { suggestionFor } from '../../../../errors/suggestion.ts';
import { condition } from '../../shared/condition.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { addUnknownMember, addWrongChild, checkAttributes, checkEach, checkText } from './check-members.ts';
import { checkStyle, checkTailwind } from './check-style.ts';
import { makesItems } from './items.ts';
import { type Add, isRecord, type Place } from './place.ts';
import { TAGS, type Tag } from './tags.ts';

const MEMBERS = ['type', 'style', 'tw', 'children', 'if', 'each', 'src', 'alt', 'href'];
const MAX_FAULTS = 50;
const NODE_RULE = 'a text, or a node with a type';

/** Checks a tree of unknown form. Returns its faults, at most about 50. */
export function checkTree(root: unknown): Detail[] {
  const faults: Detail[] = [];
  let nodes = 0;
  const check = (node: unknown, place: Place): void => {
    const add: Add = (path, code, ...params) =>
      void faults.push(detail(pathOf([...place.path, ...path]), code, ...params));
    if (faults.length >= MAX_FAULTS || nodes > MARKUP_LIMITS.nodes) return;
    if (++nodes > MARKUP_LIMITS.nodes) {
      faults.push(detail('', 'too_complex', { resource: 'nodes', most: MARKUP_LIMITS.nodes }));
      return;
    }
    if (place.level > MARKUP_LIMITS.levels) return void add([], 'nested_too_deeply', { most: MARKUP_LIMITS.levels });
    if (typeof node === 'string') return void checkText(node, place, add);
    if (!isRecord(node) || typeof node.type !== 'string') return void add([], 'wrong_type', { accepted: NODE_RULE });
    const tag = TAGS.get(node.type);
    if (!tag) return void addUnknownTag(node.type, add);
    checkElement(node, node.type, tag, place, add);
    faults.push(...conditionFaults(node, place));
    const inside = placeInside(node, node.type, tag, place);
    for (const [index, child] of childrenOf(node).entries()) {
      check(child, { ...inside, path: [...place.path, 'children', index] });
    }
  };
  if (!isRecord(root)) return [detail('', 'wrong_type', { accepted: 'a node with a type' })];
  check(root, { path: [], level: 1, parent: null, isInline: false, makesItems: false, rows: [] });
  return faults;
}

const childrenOf = (node: Record<string, unknown>): unknown[] => (Array.isArray(node.children) ? node.children : []);

function addUnknownTag(tag: string, add: Add): void {
  const suggestion = suggestionFor(tag, [...TAGS.keys()]);
  add(['type'], 'unknown_tag', { tag, ...(suggestion !== null && { suggestion }) });
}

function conditionFaults(node: Record<string, unknown>, { path }: Place): Detail[] {
  const { error } = node.if === undefined ? {} : condition.safeParse(node.if);
  return error ? below(pathOf([...path, 'if']), detailsOfZod(error, node.if)) : [];
}

function checkElement(node: Record<string, unknown>, type: string, tag: Tag, place: Place, add: Add): void {
  for (const name of Object.keys(node)) if (!MEMBERS.includes(name)) addUnknownMember([name], MEMBERS, add);
  checkPlace(type, tag, place, add);
  const isRun = tag.model === 'break' || (tag.model === 'inline' && !place.makesItems);
  if (node.style !== undefined) checkStyle(node.style, isRun, add);
  if (node.tw !== undefined) checkTailwind(node.tw, isRun, add);
  checkAttributes(node, type, placeInside(node, type, tag, place).rows, add);
  if (node.children !== undefined && !Array.isArray(node.children))
    add(['children'], 'wrong_type', { accepted: 'a list of nodes' });
  const mayHaveChildren = tag.model === 'block' || tag.model === 'inline';
  if (!mayHaveChildren && childrenOf(node).length > 0) add(['children'], 'no_children', { parent: type });
  if (node.each !== undefined) checkEach(node.each, place.rows, add);
}

/** Checks that a tag is allowed at its position. */
function checkPlace(type: string, tag: Tag, { parent, isInline }: Place, add: Add): void {
  const takes = parent === null ? undefined : TAGS.get(parent)?.takes;
  if (parent !== null && takes && !takes.includes(type)) addWrongChild(['type'], parent, takes, add);
  else if (tag.within && (parent === null || !tag.within.includes(parent)))
    add(['type'], 'wrong_parent', { parents: tag.within });
  else if (parent === null && tag.model !== 'block')
    add(['type'], 'not_accepted', { accepted: 'a block tag, as in div' });
  else if (isInline && parent !== null && (tag.model === 'block' || tag.model === 'picture'))
    add(['type'], 'block_in_paragraph', { parent });
}

/** Returns the place of the children of an element. Children of an inline element are inline, too. */
function placeInside(node: Record<string, unknown>, type: string, tag: Tag, place: Place): Place {
  const { each } = node;
  const row = isRecord(each) && typeof each.as === 'string' ? [each.as] : [];
  return {
    path: place.path,
    level: place.level + 1,
    parent: type,
    isInline: tag.model === 'inline',
    makesItems: tag.model === 'block' && makesItems(node, tag),
    rows: [...place.rows, ...row],
  };
}
