import { kindOf } from '../elements/kinds.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { CompiledTemplate } from './compile.ts';

/** Without any evidence: what the product itself speaks. */
const UNKNOWN = 'en';

/**
 * The language of a template's certificates (BCP 47): what the design says, else what its texts tell; failing that, the
 * names of its variables and of the template itself.
 */
export function languageOf({ design, parts }: CompiledTemplate): string {
  if (design.language) return design.language;
  const shown = parts.filter((_, index) => design.elements[index] && kindOf(design.elements[index]).isShaped).flat();
  const texts = shown.map((part) => ('text' in part ? part.text : ' ')).join(' ');
  const { name, formationName = '', description = '' } = design;
  const names = [name, formationName, description, ...shown.map((part) => ('variable' in part ? part.variable : ''))];
  return detectLanguage(texts) ?? detectLanguage(names.join(' ')) ?? UNKNOWN;
}
