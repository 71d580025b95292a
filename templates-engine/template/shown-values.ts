import type { Values } from '../text/placeholders.ts';
import { asGiven, type ShownValues } from '../text/values.ts';
import { writeValue } from '../variables/formats.ts';
import { definitionIn } from '../variables/properties.ts';
import type { CompiledTemplate } from './compile.ts';
import { designLanguage, languageOf } from './language.ts';

/** Values of a certificate, formatted by its design: dates and numbers are in the language of the certificate. */
interface Shown {
  values: ShownValues;
  /** Language that the design sets (BCP 47); null if it has to be detected from texts. */
  language: string | null;
  /** Language that texts depend on besides their values: the one that the design sets, or the one that dates are written in. */
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
