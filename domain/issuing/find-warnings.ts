import { below, type Detail } from '../../errors/detail.ts';
import type { DomainContext } from '../context.ts';
import { findLightCodes } from '../templates/find-light-codes.ts';
import type { IssuableVersion } from '../templates/read-current-version.ts';
import type { PreparedCertificate } from './prepare.ts';

/** Maximum number of warnings in a response. */
const MAX_WARNINGS = 2000;
/** Path of a warning that no value of the recipient causes. */
const OF_TEMPLATE = /^template\./;

/**
 * Returns the warnings of a dry run, with `prefix(index)` before the paths of a recipient's values. A warning about the template is returned
 * once for all recipients.
 */
export async function findWarnings(
  context: DomainContext,
  template: IssuableVersion,
  prepared: readonly PreparedCertificate[],
  prefix: (index: number) => string,
): Promise<Detail[]> {
  const lightCodes = await findLightCodes(context, template);
  const ofTemplate = lightCodes.map(({ element, variable: _, ...warning }) => ({
    path: `template.elements[${element}]`,
    ...warning,
  }));
  const ofRecipients = prepared.flatMap(({ warnings }, index) =>
    warnings.flatMap((warning) => (OF_TEMPLATE.test(warning.path) ? warning : below(prefix(index), [warning]))),
  );
  const distinct = new Map([...ofTemplate, ...ofRecipients].map((one) => [`${one.path}\n${one.code}`, one]));
  return [...distinct.values()].slice(0, MAX_WARNINGS);
}
