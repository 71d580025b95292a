import { EMAIL, LANGUAGE, RENEWAL_OF, type Values } from '../issuing/recipients.ts';
import type { Outputs } from '../lib/session.ts';
import type { Mapping } from './match-columns.ts';

type Renewed = Outputs['batches']['readRenewed']['certificates'];

/** Values that renewals keep, by the name of the renewed certificate. */
export type KeptValues = ReadonlyMap<string, Values>;

export const keptValues = (certificates: Renewed): KeptValues =>
  new Map(
    certificates.map(({ name, variables, recipientEmail, language }) => [
      name,
      {
        ...Object.fromEntries(Object.entries(variables).map(([variable, value]) => [`variables.${variable}`, value])),
        ...(recipientEmail && { [EMAIL.key]: recipientEmail }),
        ...(language && { [LANGUAGE.key]: language }),
      },
    ]),
  );

/** Returns the certificate that a row renews; empty without one. */
export const renewedBy = (texts: Values, edit: Values | undefined): string =>
  (edit?.[RENEWAL_OF.key] ?? texts[RENEWAL_OF.key] ?? '').trim();

/**
 * Returns a function that gives the empty cells of a row the values of the certificate that it renews. Texts for all rows are no empty
 * cells. Rows that have not changed stay the same objects.
 */
export function rowFiller(): (texts: Values, kept: Values | undefined, mapping: Mapping) => Values {
  let known = new WeakMap<Values, { kept: Values; filled: Values }>();
  let before: Mapping | undefined;
  return (texts, kept, mapping) => {
    if (before !== mapping) known = new WeakMap();
    before = mapping;
    if (!kept) return texts;
    const earlier = known.get(texts);
    if (earlier?.kept === kept) return earlier.filled;
    const missing = Object.entries(kept).filter(
      ([key]) => !(mapping[key] && 'text' in mapping[key]) && (texts[key] ?? '').trim() === '',
    );
    const filled = { ...texts, ...Object.fromEntries(missing) };
    known.set(texts, { kept, filled });
    return filled;
  };
}
