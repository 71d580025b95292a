import { below, type Detail, detail } from '../../errors/detail.ts';
import { type OddValue, oddValuesOf, repeatedRows } from '../../tables/values/odd-values.ts';
import type { DomainContext } from '../context.ts';
import { dayOf, UTC } from '../shared/calendar.ts';
import { mapInSlices } from '../shared/slices.ts';
import { variablePath } from '../templates/match-variables.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { versionVariables } from '../templates/read-variables.ts';
import { findEarlier } from './find-earlier.ts';
import type { PreparedCertificate } from './prepare.ts';

const CODES = {
  placeholder: 'looks_missing',
  error_value: 'looks_like_error',
  template_text: 'looks_like_placeholder',
  address_as_name: 'address_as_name',
  lost_letter: 'lost_letter',
  shortened_number: 'shortened_number',
  far_date: 'far_date',
} as const;

interface Options {
  /** Path of a certificate's name; by default, and if it is undefined, that of the template's variable. */
  namePath?: (index: number) => string | undefined;
  /** Language of names without one of their own (BCP 47). */
  locale?: string | undefined;
}

/**
 * Returns warnings about certificates that are not recorded yet, with a list for each. They are about values that look wrong, repeated
 * recipients, and certificates that were issued before. Nothing is changed.
 */
export async function findOddValues(
  context: DomainContext,
  template: IssuableVersion | null,
  prepared: readonly PreparedCertificate[],
  { namePath, locale }: Options = {},
): Promise<Detail[][]> {
  const nameVariable = template?.recipientNameVariable;
  const variables = (template ? versionVariables(template) : []).filter(({ name }) => name !== nameVariable);
  const dates = variables.flatMap(({ type }, index) => (type === 'date' ? [index + 2] : []));
  const today = dayOf(context.now(), template?.timeZone ?? UTC);
  const rows = prepared.map(({ claims }, number) => ({
    number,
    texts: [
      claims.recipientName,
      claims.externalId ?? '',
      ...variables.map(({ name }) => claims.variables[name] ?? ''),
    ],
  }));
  const odd = await mapInSlices(rows, (row, index) =>
    oddValuesOf(row, {
      ...{ names: [0], emails: [], dates, today },
      locale: prepared[index]?.givenLanguage ?? locale ?? 'en',
    }),
  );
  const repeated = repeatedRows(
    prepared.map(({ claims, recipientEmail }, number) => ({
      number,
      texts: [claims.recipientName, recipientEmail ?? ''],
    })),
    { names: [0], emails: [1] },
  );
  const others = variables.map(({ name }) => variablePath(name));
  const earlier = template ? await findEarlier(context, template, prepared) : new Map<number, string>();
  return prepared.map((_, index) => {
    const row = repeated.get(index);
    const certificateId = earlier.get(index);
    const name = namePath?.(index) ?? variablePath(nameVariable ?? '');
    const paths = [name, 'externalId', ...others];
    return [
      ...(odd[index] ?? []).flatMap((one) => below(paths[one.column] ?? '', [warningOf(one)])),
      ...(row === undefined ? [] : [detail(name, 'same_recipient', { row })]),
      ...(certificateId === undefined ? [] : [detail(name, 'issued_before', { certificateId })]),
    ];
  });
}

const warningOf = (odd: OddValue): Detail =>
  'offer' in odd ? detail('', odd.code, { offer: odd.offer }) : detail('', CODES[odd.code]);
