import { compose } from '../shaping/compose.ts';
import { analyse, type Paragraph } from '../shaping/paragraph.ts';
import { splitParagraphs, styledRuns, type TextRun } from '../shaping/runs.ts';
import { upperCase } from '../shaping/upper-case.ts';
import type { Typography } from './text-style.ts';

/** Returns the paragraphs of a text ready for measuring: in upper case if requested, composed (NFC), and split at line ends. */
export function readParagraphs(content: string | readonly TextRun[], style: Typography): Paragraph[] {
  const { uppercase, language } = style;
  const runs = styledRuns(content, style).map(({ text, style: own }) => ({
    text: compose(uppercase ? upperCase(text, language) : text, own.font).replaceAll('\t', ' '),
    style: own,
  }));
  return splitParagraphs(runs).map((paragraph) => analyse(paragraph, language));
}
