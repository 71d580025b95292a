import type { Detail } from '../../errors/detail.ts';
import { type DesignElement, kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { isMet } from '../elements/shared/is-met.ts';
import type { BuiltElement, ElementFault, Pictures } from '../elements/shared/kind.ts';
import { ELEMENT_DEFAULTS } from '../elements/shared/properties.ts';
import { Budget, overLimit } from '../scene/budget.ts';
import { EMPTY, PaintPlan } from '../scene/paint-plan.ts';
import type { RenderProblem, RenderWarning } from '../scene/render-error.ts';
import type { Scene, SceneElement } from '../scene/scene.ts';
import { isChosen, type TextPart, type Values, variablesOf } from '../text/placeholders.ts';
import { ShapingLimitError } from '../text/shaping/shaping-budget.ts';
import type { ShownValues } from '../text/values.ts';
import { keptElement } from './built-elements.ts';
import type { CompiledTemplate } from './compile.ts';
import { NONE_PREPARED, type Prepared } from './prepare-elements.ts';
import { shownValues } from './shown-values.ts';

/** Context for building the elements of one page. */
interface Page {
  template: CompiledTemplate;
  values: ShownValues;
  pictures: Pictures;
  language: string | null;
  writtenIn: string | null;
  budget: Budget;
  prepared: Prepared;
}

export interface SceneOptions {
  /** Pictures that values name. */
  pictures?: Pictures;
  /** Hides elements whose conditions are not met. If false, the page contains them too. */
  hides?: boolean;
  /** Elements that were built in advance. */
  prepared?: Prepared;
}

/** Lookup for values that name no pictures. */
const NO_PICTURES: Pictures = () => undefined;

/**
 * Fills in a template and places everything on the page. Problems report content that does not fit or cannot be shown. Warnings report
 * content that is shown otherwise than designed.
 */
export function buildScene(
  template: CompiledTemplate,
  values: Values,
  { pictures = NO_PICTURES, hides = true, prepared = NONE_PREPARED }: SceneOptions = {},
): { scene: Scene; problems: RenderProblem[]; warnings: RenderWarning[] } {
  const problems: RenderProblem[] = [];
  const warnings: RenderWarning[] = [];
  const { page } = template.design;
  const budget = new Budget();
  for (const element of template.background) budget.spendElement(element, page, false);
  const ofPage: Page = { template, budget, pictures, prepared, ...shownValues(template, values) };
  const shown = ofPage.values;
  const plan = new PaintPlan();
  const elements = template.design.elements.map((source, index): SceneElement => {
    const isVariable = (template.variables[index] ?? []).length > 0;
    if (hides && source.showIf && !isMet(source.showIf, shown)) return sceneElement(source, EMPTY, true);
    const built = buildWithin(ofPage, index, source);
    const element = sceneElement(source, built, isVariable);
    const tooCostly = built.tooCostly ?? budget.spendElement(element, page, plan.add(element) === 'overlay');
    const toProblem = (one: ElementFault) => problemOf(one, index, variableAtFault(template, index, shown, one));
    warnings.push(...(built.warnings ?? []).map(toProblem));
    const fault = tooCostly ? { detail: tooCostly } : built.fault;
    if (fault) problems.push(toProblem(fault));
    return tooCostly ? { ...element, ...EMPTY } : element;
  });
  return {
    scene: { page, elements: [...template.background, ...elements, ...template.foreground] },
    problems,
    warnings,
  };
}

const problemOf = (
  { detail: { code, message, params } }: ElementFault,
  element: number,
  variable: string | null,
): RenderProblem => ({ variable, element, code, message, params });

function sceneElement(
  source: DesignElement,
  { primitive, semantics }: BuiltElement,
  isVariable: boolean,
): SceneElement {
  const { x, y, width, height } = source;
  const { opacity = ELEMENT_DEFAULTS.opacity, rotation = ELEMENT_DEFAULTS.rotation } = source;
  return {
    primitive,
    // The elements of a group already include the opacity.
    opacity: primitive.kind === 'group' ? ELEMENT_DEFAULTS.opacity : opacity,
    rotation,
    box: { x, y, width, height },
    semantics: semantics ?? kindOf(source).semanticsOf(source),
    isVariable,
  };
}

/** Builds an element within the remaining limits of its page. One that exceeds them is empty, so that the rest of a preview is rendered. */
function buildWithin(
  { template, values, pictures, language, writtenIn, budget, prepared }: Page,
  index: number,
  element: DesignElement,
): BuiltElement & { tooCostly?: Detail } {
  const kind = kindOf(element);
  const characters = lengthOf(template.parts[index] ?? [], values);
  const tooManyCharacters = budget.spend({ characters });
  if (tooManyCharacters) return { ...EMPTY, tooCostly: tooManyCharacters };
  const maxShapedCharacters = budget.remaining('shaped');
  const tooMuchShaping = () => ({ ...EMPTY, tooCostly: overLimit('shaped', Number.POSITIVE_INFINITY) });
  if (kind.isShaped && maxShapedCharacters <= 0) return tooMuchShaping();
  if (kind.prepare) {
    const built = prepared.get(index);
    if (built === undefined) throw new Error(`elements[${index}] was not prepared`);
    const tooCostly = built && budget.spend({ shaped: built.shapedCharacters ?? 0 });
    return built && !tooCostly ? built : { ...tooMuchShaping(), ...(tooCostly && { tooCostly }) };
  }
  try {
    const { images, fonts, design } = template;
    const context = { images, fonts, pictures, maxShapedCharacters, language, page: design.page };
    const build = () => kind.build(element, values, context);
    // Nearly every certificate has its own picture, so caching them would only take memory.
    const isOwn = pictureVariablesOf(element).length > 0;
    const built = isOwn ? build() : keptElement(template, { index, writtenIn, characters }, values, build);
    const tooCostly = budget.spend({ shaped: built.shapedCharacters ?? 0 });
    return tooCostly ? { ...EMPTY, tooCostly } : built;
  } catch (error) {
    if (!(error instanceof ShapingLimitError)) throw error;
    // The work was done anyway, so the next text must not get the same allowance.
    budget.spend({ shaped: maxShapedCharacters });
    return tooMuchShaping();
  }
}

const lengthOf = (parts: readonly TextPart[], values: ShownValues): number =>
  parts.reduce((sum, part) => sum + ('text' in part ? part.text : (values.get(part.variable) ?? '')).length, 0);

/**
 * Returns the variable that a fault is reported for: the one that the kind names, or the variable of a picture. Otherwise returns the one
 * that contains the faulty characters, or the one with the longest value.
 */
function variableAtFault(
  { design, parts }: CompiledTemplate,
  index: number,
  values: ShownValues,
  { variable, characters = [] }: ElementFault,
): string | null {
  if (variable !== undefined) return variable;
  const [source] = design.elements.slice(index, index + 1);
  const [picture] = source ? pictureVariablesOf(source) : [];
  if (picture !== undefined) return picture;
  const names = variablesOf(parts[index] ?? []).filter(isChosen);
  const shown = (name: string) => values.get(name)?.normalize('NFC') ?? '';
  const holder = names.find((name) =>
    characters.some((character) => shown(name).toLocaleUpperCase('und').includes(character.toLocaleUpperCase('und'))),
  );
  if (characters.length > 0) return holder ?? null;
  return names.sort((a, b) => shown(b).length - shown(a).length)[0] ?? null;
}
