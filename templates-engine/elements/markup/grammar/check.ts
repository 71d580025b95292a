import { condition } from '../../shared/condition.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { checkAttributes, checkEach, checkText } from './check-members.ts';
import { checkStyle, checkTailwind } from './check-style.ts';
import { makesItems } from './items.ts';
import { TAGS, type Tag } from './tags.ts';

/** What is wrong with a tree, and where in it. */
export interface Fault {
  path: readonly PropertyKey[];
  message: string;
}

/** Where a node stands. */
export interface Place {
  path: readonly PropertyKey[];
  level: number;
  /** The tag that it is in; null for the root. */
  parent: string | null;
  /** Whether it is inside a part of a paragraph, where only text and what marks it may stand. */
  isInline: boolean;
  /** Whether a `span` and the like is a box there, rather than a part of a paragraph. */
  makesItems: boolean;
  /** The names of the rows of `each` around it. */
  rows: readonly string[];
}

const MEMBERS = ['type', 'style', 'tw', 'children', 'if', 'each', 'src', 'alt', 'href'];
const MAX_FAULTS = 50;
const NODE_RULE = 'takes a text, or a node with a type';

/** Checks a tree whatever it is: every fault, up to fifty. */
export function checkTree(root: unknown): Fault[] {
  const faults: Fault[] = [];
  let nodes = 0;
  const check = (node: unknown, place: Place): void => {
    const add = (message: string, ...path: PropertyKey[]) =>
      void faults.push({ path: [...place.path, ...path], message });
    if (faults.length >= MAX_FAULTS || nodes > MARKUP_LIMITS.nodes) return;
    if (++nodes > MARKUP_LIMITS.nodes) {
      faults.push({ path: [], message: `has more than ${MARKUP_LIMITS.nodes.toLocaleString('en')} nodes` });
      return;
    }
    if (place.level > MARKUP_LIMITS.levels) return void add(`is more than ${MARKUP_LIMITS.levels} levels deep`);
    if (typeof node === 'string') return void checkText(node, place, add);
    if (!isRecord(node) || typeof node.type !== 'string') return void add(NODE_RULE);
    const tag = TAGS.get(node.type);
    if (!tag) return void add(`takes one of the tags ${[...TAGS.keys()].join(', ')}`, 'type');
    checkElement(node, node.type, tag, place, add);
    const inside = placeInside(node, node.type, tag, place);
    for (const [index, child] of childrenOf(node).entries()) {
      check(child, { ...inside, path: [...place.path, 'children', index] });
    }
  };
  if (!isRecord(root)) return [{ path: [], message: 'takes a node with a type' }];
  check(root, { path: [], level: 1, parent: null, isInline: false, makesItems: false, rows: [] });
  return faults;
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const childrenOf = (node: Record<string, unknown>): unknown[] => (Array.isArray(node.children) ? node.children : []);

type Add = (message: string, ...path: PropertyKey[]) => unknown;

function checkElement(node: Record<string, unknown>, type: string, tag: Tag, place: Place, add: Add): void {
  for (const name of Object.keys(node)) if (!MEMBERS.includes(name)) add('is not a member of a markup node', name);
  checkPlace(type, tag, place, add);
  const isRun = tag.model === 'break' || (tag.model === 'inline' && !place.makesItems);
  if (node.style !== undefined) checkStyle(node.style, isRun, add);
  if (node.tw !== undefined) checkTailwind(node.tw, isRun, add);
  checkAttributes(node, type, placeInside(node, type, tag, place).rows, add);
  if (node.children !== undefined && !Array.isArray(node.children)) add('takes a list of nodes', 'children');
  const mayHaveChildren = tag.model === 'block' || tag.model === 'inline';
  if (!mayHaveChildren && childrenOf(node).length > 0) add(`takes no children in ${type}`, 'children');
  if (node.each !== undefined) checkEach(node.each, place.rows, add);
  const read = node.if === undefined ? null : condition.safeParse(node.if);
  for (const { message, path } of read?.error?.issues ?? []) add(message, 'if', ...path);
}

/** Whether a tag may stand where it does. */
function checkPlace(type: string, tag: Tag, { parent, isInline }: Place, add: Add): void {
  const takes = parent === null ? undefined : TAGS.get(parent)?.takes;
  if (takes && !takes.includes(type)) add(`${parent} takes ${takes.join(', ') || 'no children'}`, 'type');
  else if (tag.within && (parent === null || !tag.within.includes(parent)))
    add(`stands in ${tag.within.join(', ')} only`, 'type');
  else if (parent === null && tag.model !== 'block') add('takes a tag of a box, as div, for the root', 'type');
  else if (isInline && (tag.model === 'block' || tag.model === 'picture'))
    add(`can not stand in a paragraph's ${parent}`, 'type');
}

/** Where the children of an element stand; inside of a part of a paragraph they are parts of it, too. */
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
