import { kindOf } from '../elements/kinds.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { givenLanguage } from '../language/given-language.ts';
import { isBuiltIn, type Values, variablesOf } from '../text/placeholders.ts';
import type { CompiledTemplate } from './compile.ts';

/** Default without any evidence: the language of the product. */
const UNKNOWN = 'en';

const known = new WeakMap<CompiledTemplate, string | null>();

/**
 * Returns the language of a certificate (BCP 47). This is the language that the design sets, or else the one detected from its texts.
 * Failing both, it is detected from the values except the recipient's name, which says little. The last resort is the names of the
 * variables and the template.
 */
export function languageOf(template: CompiledTemplate, values: Values): string {
  const given = designLanguage(template, values);
  if (given !== null) return given;
  let ofTexts = known.get(template);
  if (ofTexts === undefined) {
    ofTexts = detectLanguage(shownParts(template).flatMap(textsOf).join(' '));
    known.set(template, ofTexts);
  }
  if (ofTexts) return ofTexts;
  const { recipientNameVariable, name, formationName = '', description = '' } = template.design;
  const variables = variablesOf(shownParts(template)).filter((variable) => !isBuiltIn(variable));
  const others = variables
    .filter((variable) => variable !== recipientNameVariable)
    .map((variable) => values.get(variable));
  const names = [name, formationName, description, ...variables];
  return detectLanguage(others.join(' ')) ?? detectLanguage(names.join(' ')) ?? UNKNOWN;
}

/** Returns the language that the design sets (BCP 47); null if it has to be detected from texts. */
export const designLanguage = ({ design }: CompiledTemplate, values: Values): string | null =>
  givenLanguage(design.language, (name) => values.get(name));

/** Returns the parts that a reader of the certificate sees. QR codes are left out. */
const shownParts = ({ design, parts }: CompiledTemplate): CompiledTemplate['parts'][number] =>
  parts.filter((_, index) => design.elements[index] && kindOf(design.elements[index]).isShaped).flat();

const textsOf = (part: CompiledTemplate['parts'][number][number]): string[] => ('text' in part ? [part.text] : []);
