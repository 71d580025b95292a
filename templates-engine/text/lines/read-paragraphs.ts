import { type FontRequest, faceFor } from '../../fonts/faces.ts';
import { analyse, type Paragraph } from '../shaping/paragraph.ts';
import { splitParagraphs, styledRuns, type TextRun } from '../shaping/runs.ts';
import { upperCase } from '../shaping/upper-case.ts';
import type { Typography } from './text-style.ts';

/** CJK compatibility ideographs. NFC replaces them with other characters, but names are registered with these forms. */
const COMPATIBILITY = /([\uF900-\uFAFF\u{2F800}-\u{2FA1F}])/u;

/** Returns the paragraphs of a text ready for measuring: in upper case if requested, composed (NFC), and split at line ends. */
export function readParagraphs(content: string | readonly TextRun[], style: Typography): Paragraph[] {
  const { uppercase, language } = style;
  const runs = styledRuns(content, style).map(({ text, style: own }) => ({
    text: compose(uppercase ? upperCase(text, language) : text, own.font).replaceAll('\t', ' '),
    style: own,
  }));
  return splitParagraphs(runs).map((paragraph) => analyse(paragraph, language));
}

/** Composes a text (NFC). Compatibility ideographs stay unchanged if a font supports them. */
function compose(text: string, font: FontRequest): string {
  if (!COMPATIBILITY.test(text)) return text.normalize('NFC');
  const own = (character: string) => (faceFor(character, font) ? character : character.normalize('NFC'));
  return text
    .split(COMPATIBILITY)
    .map((part, index) => (index % 2 === 1 ? own(part) : part.normalize('NFC')))
    .join('');
}
