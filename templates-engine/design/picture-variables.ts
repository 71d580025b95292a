import { kindOf, pictureVariablesOf } from '../elements/kinds.ts';
import { placeholdersOf } from '../text/placeholders.ts';
import type { Design } from './design.ts';

type Parts = Pick<Design, 'elements' | 'recipientNameVariable'>;

/** The variables whose values name pictures: `asset:` and the digest of an upload. */
export const pictureVariables = ({ elements }: Pick<Design, 'elements'>): string[] => [
  ...new Set(elements.flatMap(pictureVariablesOf)),
];

/** Where a variable that names a picture is used as a text, too: nobody wants to read the name. */
export function pictureFaults({ elements, recipientNameVariable }: Parts): { path: string; message: string }[] {
  const pictures = new Set(pictureVariables({ elements }));
  const faults = elements.flatMap((element, index) => {
    const texts = kindOf(element).textsOf(element);
    const shown = texts.flatMap((text) => placeholdersOf(text) ?? []).find((name) => pictures.has(name));
    if (shown === undefined) return [];
    return [{ path: `elements[${index}]`, message: `shows {{${shown}}} as a text: its value names a picture` }];
  });
  if (!pictures.has(recipientNameVariable)) return faults;
  const message = `takes a variable with a text, got ${JSON.stringify(recipientNameVariable)}, whose value names a picture`;
  return [...faults, { path: 'recipientNameVariable', message }];
}
