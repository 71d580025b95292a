import { type FontRequest, faceFor } from '../fonts/faces.ts';

/** Han characters that NFC replaces by others, although names are registered with these forms (CJK compatibility ideographs). */
const COMPATIBILITY = /([\uF900-\uFAFF\u{2F800}-\u{2FA1F}])/u;

/** A text in composed form (NFC); a character that has a form of its own keeps it where a font has it. */
export function compose(text: string, font: FontRequest): string {
  if (!COMPATIBILITY.test(text)) return text.normalize('NFC');
  const own = (character: string) => (faceFor(character, font) ? character : character.normalize('NFC'));
  return text
    .split(COMPATIBILITY)
    .map((part, index) => (index % 2 === 1 ? own(part) : part.normalize('NFC')))
    .join('');
}
