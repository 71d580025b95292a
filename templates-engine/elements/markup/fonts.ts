import { MARKUP_DEFAULTS } from './css/limits.ts';
import { elementsOf, type MarkupElement } from './grammar/node.ts';
import { PROPERTIES } from './grammar/properties.ts';
import { pathFromRoot } from './pictures.ts';

/** Returns the font families that a tree names, each with the path of the style that names it. */
export function fontsOf(root: MarkupElement): { member: string; family: string }[] {
  const named = [...elementsOf(root)].flatMap(({ element, path }) => {
    const family = PROPERTIES.get('fontFamily')?.read(element.style?.fontFamily)?.fontFamily;
    return family === undefined ? [] : [{ member: pathFromRoot(path, 'style.fontFamily'), family }];
  });
  return [{ member: 'root', family: MARKUP_DEFAULTS.fontFamily }, ...named];
}
