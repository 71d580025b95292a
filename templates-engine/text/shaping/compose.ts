import { type FontRequest, faceFor } from '../../fonts/faces.ts';

/** CJK compatibility ideographs. NFC replaces them with other characters, but names are registered with these forms. */
const COMPATIBILITY = /([\uF900-\uFAFF\u{2F800}-\u{2FA1F}])/u;

/** Composes a text (NFC). Compatibility ideographs stay unchanged if a font supports them. */
export function compose(text: string, font: FontRequest): string {
  if (!COMPATIBILITY.test(text)) return text.normalize('NFC');
  const own = (character: string) => (faceFor(character, font) ? character : character.normalize('NFC'));
  return text
    .split(COMPATIBILITY)
    .map((part, index) => (index % 2 === 1 ? own(part) : part.normalize('NFC')))
    .join('');
}
