import type { Face } from '../../fonts/faces.ts';
import { type FontMetrics, metricsOf } from '../../fonts/metrics.ts';
import { array, dictionary, n } from '../file/syntax.ts';

/** Flags of a font (ISO 32000-1, table 123). A font with custom codes is symbolic. */
const FLAGS = { fixedPitch: 1, serif: 2, symbolic: 4, script: 8, italic: 64 } as const;

/** Returns the descriptor of a font (ISO 32000-1, 9.8.1). `program` refers to the font program by FontFile2 or FontFile3. */
export function fontDescriptor(face: Face, name: string, program: Record<string, string>): string {
  const metrics = metricsOf(face);
  return dictionary({
    Type: '/FontDescriptor',
    FontName: name,
    Flags: String(flagsOf(metrics)),
    FontBBox: array(metrics.box),
    ItalicAngle: n(metrics.italicAngle),
    Ascent: String(metrics.ascent),
    Descent: String(metrics.descent),
    CapHeight: String(metrics.capHeight),
    StemV: String(metrics.stemV),
    ...program,
  });
}

const flagsOf = ({ isFixedPitch, isSerif, isScript, isItalic }: FontMetrics): number =>
  FLAGS.symbolic +
  (isFixedPitch ? FLAGS.fixedPitch : 0) +
  (isSerif ? FLAGS.serif : 0) +
  (isScript ? FLAGS.script : 0) +
  (isItalic ? FLAGS.italic : 0);
