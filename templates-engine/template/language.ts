import { kindOf } from '../elements/kinds.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { givenLanguage } from '../language/given-language.ts';
import { isBuiltIn, type Values, variablesOf } from '../text/placeholders.ts';
import type { CompiledTemplate } from './compile.ts';

/** Without any evidence: what the product itself speaks. */
const UNKNOWN = 'en';

const known = new WeakMap<CompiledTemplate, string | null>();

/**
 * The language of a certificate (BCP 47): what the design says, else what its texts tell, the values (the recipient's name
 * aside, which tells little), or failing that the names of its variables and of the template itself.
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

/** What the design itself says a certificate's language is (BCP 47); null where its texts have to tell. */
export const designLanguage = ({ design }: CompiledTemplate, values: Values): string | null =>
  givenLanguage(design.language, (name) => values.get(name));

/** What a reader of the certificate reads: QR codes are left out. */
const shownParts = ({ design, parts }: CompiledTemplate): CompiledTemplate['parts'][number] =>
  parts.filter((_, index) => design.elements[index] && kindOf(design.elements[index]).isShaped).flat();

const textsOf = (part: CompiledTemplate['parts'][number][number]): string[] => ('text' in part ? [part.text] : []);
