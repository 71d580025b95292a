import { detail } from '../../../errors/detail.ts';
import { isChosen, placeholdersOf } from '../../text/placeholders.ts';
import { ShapingLimitError } from '../../text/shaping/shaping-budget.ts';
import type { ShownValues } from '../../text/values.ts';
import { fallbackFonts } from '../shared/fallback-fonts.ts';
import { type BuildContext, type BuiltElement, defineKind } from '../shared/kind.ts';
import { noGlyph } from '../shared/no-glyph.ts';
import { MARKUP_DEFAULTS } from './css/limits.ts';
import { expandTree } from './expand/expand.ts';
import type { Instance, ParagraphInstance } from './expand/instances.ts';
import { TooManyNodesError } from './expand/repeater.ts';
import { elementsOf } from './grammar/node.ts';
import { PROPERTIES } from './grammar/properties.ts';
import type { Leaf } from './layout/leaves.ts';
import { overflowOf } from './layout/overflow.ts';
import { numbered } from './layout/to-satori.ts';
import { assemble, type PlacedText } from './paint/assemble.ts';
import { pathFromRoot, picturesOf, pictureVariablesOf, replacePictures } from './pictures.ts';
import { type MarkupDesignElement, markupSchema } from './schema.ts';
import { stateOf } from './state.ts';
import { structureOf } from './structure.ts';
import { unevenLines } from './uneven-lines.ts';
import { readingsOf, textsOf, variablesOutsideOfTexts } from './variables.ts';

export const markup = defineKind({
  schema: markupSchema,
  textsOf: ({ root }) => textsOf(root),
  readingsOf: ({ root }) => readingsOf(root),
  pictureVariablesOf: ({ root }) => pictureVariablesOf(root),
  otherVariablesOf: ({ root }) => variablesOutsideOfTexts(root),
  fontsOf,
  isShaped: true,
  pictures: {
    read: ({ root }) => picturesOf(root),
    replace: (element, replace) => ({ ...element, root: replacePictures(element.root, replace) }),
  },
  prepare,
  build: () => {
    throw new Error('Markup elements support prepare() only, not build()');
  },
  semanticsOf: () => ({ role: 'group' }),
});

/** Returns the font families that an element names, each with the path of the style that names it. */
function fontsOf({ root }: MarkupDesignElement): { member: string; family: string }[] {
  const named = [...elementsOf(root)].flatMap(({ element, path }) => {
    const family = PROPERTIES.get('fontFamily')?.read(element.style?.fontFamily)?.fontFamily;
    return family === undefined ? [] : [{ member: pathFromRoot(path, 'style.fontFamily'), family }];
  });
  return [{ member: 'root', family: MARKUP_DEFAULTS.fontFamily }, ...named];
}

const NOTHING: BuiltElement['primitive'] = { kind: 'group', elements: [], clip: null, matrix: null, structure: [] };

/**
 * Fills in the values, has Satori compute the boxes, and places the content in them. Throws ShapingLimitError if the page has too many
 * characters.
 */
async function prepare(
  element: MarkupDesignElement,
  values: ShownValues,
  context: BuildContext,
): Promise<BuiltElement> {
  const state = stateOf(element, context.images);
  try {
    const root = expandTree(state.tree, values, context);
    if (!root) return { primitive: NOTHING };
    const all = numbered(root);
    const { leaves, characters } = measureAll(state.leaves, all, context);
    const fault = unsupportedIn(leaves, values);
    if (fault) return { primitive: NOTHING, fault, shapedCharacters: characters };
    const broken = brokenLinkIn(leaves);
    if (broken) return { primitive: NOTHING, fault: broken, shapedCharacters: characters };
    const layout = await state.layouts.layOut(all, leaves, element);
    const texts = textsIn(all, layout.boxes, leaves);
    const plan = state.planOf(layout, root, context.page);
    const { elements, shown } = assemble(plan, texts, all);
    const overflow = overflowOf({ element, root, boxes: layout.boxes, texts, values });
    return {
      primitive: { kind: 'group', elements, clip: null, matrix: null, structure: structureOf(root, shown) },
      shapedCharacters: characters,
      warnings: [
        ...fallbackFonts([...leaves.values()].flatMap(({ fallbacks }) => fallbacks)),
        ...unevenLines(element.root, values),
      ],
      ...(overflow && { fault: { ...longestOf(element, values), ...overflow } }),
    };
  } catch (error) {
    if (!(error instanceof TooManyNodesError)) throw error;
    return {
      primitive: NOTHING,
      fault: { detail: tooManyNodes(error.limit), ...(error.variable && { variable: error.variable }) },
    };
  }
}

const tooManyNodes = (most: number) => detail('', 'too_complex', { resource: 'nodes', most });

/** Returns the variable with the longest value, which a fault names if the text that does not fit contains no variable. */
function longestOf({ root }: MarkupDesignElement, values: ShownValues): { variable?: string } {
  const ofTexts = textsOf(root).flatMap((text) => placeholdersOf(text) ?? []);
  const names = [...ofTexts, ...variablesOutsideOfTexts(root)].filter(isChosen);
  const [longest] = names.sort((a, b) => (values.get(b) ?? '').length - (values.get(a) ?? '').length);
  return longest === undefined || !values.get(longest) ? {} : { variable: longest };
}

function measureAll(
  known: ReturnType<typeof stateOf>['leaves'],
  all: readonly Instance[],
  { maxShapedCharacters, fonts, language }: BuildContext,
) {
  const leaves = new Map<ParagraphInstance, Leaf>();
  let characters = 0;
  for (const one of all) {
    if (one.kind !== 'paragraph') continue;
    const leaf = known.measure(one, { fonts, language }, maxShapedCharacters - characters);
    leaves.set(one, leaf);
    characters += leaf.characters;
    if (characters > maxShapedCharacters) throw new ShapingLimitError();
  }
  return { leaves, characters };
}

function unsupportedIn(
  leaves: ReadonlyMap<ParagraphInstance, Leaf>,
  values: ShownValues,
): BuiltElement['fault'] | null {
  const characters = [...new Set([...leaves.values()].flatMap(({ unsupported }) => unsupported))];
  if (characters.length === 0) return null;
  const names = [...leaves.keys()].flatMap(({ variables }) => variables).filter(isChosen);
  const holder = names.find((name) =>
    characters.some((one) => (values.get(name) ?? '').normalize('NFC').includes(one)),
  );
  return { detail: noGlyph(characters), characters, ...(holder !== undefined && { variable: holder }) };
}

/** Returns a fault for a link that is not a valid address with its values. */
function brokenLinkIn(leaves: ReadonlyMap<ParagraphInstance, Leaf>): BuiltElement['fault'] | null {
  const broken = [...leaves.keys()].find(({ brokenLink }) => brokenLink !== null)?.brokenLink;
  if (!broken) return null;
  const [variable] = broken;
  return { detail: detail('', 'broken_link'), ...(variable !== undefined && { variable }) };
}

function textsIn(
  all: readonly Instance[],
  boxes: readonly { width: number; height: number }[],
  leaves: ReadonlyMap<ParagraphInstance, Leaf>,
): Map<number, PlacedText> {
  const texts = new Map<number, PlacedText>();
  for (const [index, one] of all.entries()) {
    const leaf = one.kind === 'paragraph' ? leaves.get(one) : undefined;
    if (one.kind !== 'paragraph' || !leaf) continue;
    const { setting, isMarker } = one;
    const width = isMarker ? leaf.widest : (boxes[index]?.width ?? 0);
    const layout = leaf.layOut(width, boxes[index]?.height ?? 0);
    const next = all[index + 1];
    const isAfter = next?.kind === 'paragraph' && leaves.get(next)?.isRightToLeft === true;
    texts.set(index, { layout, setting, marker: isMarker ? { width, isAfter } : null });
  }
  return texts;
}
