import { below, type Detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { findLightCodes } from '../templates/find-light-codes.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import { findOddValues } from './find-odd-values.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Maximum number of warnings in a response. */
export const MAX_WARNINGS = 2000;
/** Path of a warning that no value of the recipient causes. */
export const OF_TEMPLATE = /^template\./;

/**
 * Returns the warnings of a dry run, with `prefix(index)` before the paths of a recipient's values. A warning about the template is
 * returned once for all recipients. `namePath(index)` is the path of a name, by default that of its variable.
 */
export async function findWarnings(
  context: DomainContext,
  template: IssuableVersion | null,
  prepared: readonly PreparedCertificate[],
  { prefix, namePath }: { prefix: (index: number) => string; namePath?: (index: number) => string | undefined },
): Promise<Detail[]> {
  const lightCodes = template ? await findLightCodes(context, template) : [];
  const odd = await findOddValues(context, template, prepared, { ...(namePath !== undefined && { namePath }) });
  const ofTemplate = lightCodes.map(({ element, variable: _, ...warning }) => ({
    path: `template.elements[${element}]`,
    ...warning,
  }));
  const ofRecipients = prepared.flatMap(({ warnings }, index) =>
    [...warnings, ...(odd[index] ?? [])].flatMap((warning) =>
      OF_TEMPLATE.test(warning.path) ? warning : below(prefix(index), [warning]),
    ),
  );
  const distinct = new Map([...ofTemplate, ...ofRecipients].map((one) => [`${one.path}\n${one.code}`, one]));
  return [...distinct.values()].slice(0, MAX_WARNINGS);
}
