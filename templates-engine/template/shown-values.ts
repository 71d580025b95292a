import type { Values } from '../text/placeholders.ts';
import { asGiven, type ShownValues } from '../text/values.ts';
import { writeValue } from '../variables/formats.ts';
import { definitionIn } from '../variables/properties.ts';
import type { CompiledTemplate } from './compile.ts';
import { designLanguage, languageOf } from './language.ts';

/** A certificate's values as its design writes them: dates and numbers in the certificate's language. */
interface Shown {
  values: ShownValues;
  /** What the design says the language is (BCP 47); null where its texts have to tell. */
  language: string | null;
  /** All that texts depend on beside their own values: the language that the design gives, or that dates are written in. */
  writtenIn: string | null;
}

export function shownValues(template: CompiledTemplate, values: Values): Shown {
  const { variables = {} } = template.design;
  const language = designLanguage(template, values);
  const given = asGiven(values);
  const isWritten = Object.values(variables).some(({ type }) => type === 'date' || type === 'number');
  if (!isWritten) return { values: given, language, writtenIn: language };
  const writtenIn = language ?? languageOf(template, values);
  const written = new Map<string, string>();
  for (const [name, value] of values) written.set(name, writeValue(definitionIn(variables, name), value, writtenIn));
  return { values: { get: (name) => written.get(name), raw: given.raw }, language, writtenIn };
}
