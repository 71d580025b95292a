import type { Services } from '../context.ts';
import { coveredAs, isJoinedAuthentic, NotAuthenticError } from '../shared/authentic-rows.ts';

/** Columns of a template `t`, its version `v` and the issuing organisation `o`, as far as their codes cover them. */
export const SOURCE_COLUMNS = [
  ...coveredAs('t', 'templates', 'design'),
  ...coveredAs('v', 'template_versions', 'version'),
  ...coveredAs('o', 'organisations', 'issuer'),
] as const;

type SourceRow = Parameters<typeof isJoinedAuthentic<'templates', 'design'>>[3] &
  Parameters<typeof isJoinedAuthentic<'template_versions', 'version'>>[3] &
  Parameters<typeof isJoinedAuthentic<'organisations', 'issuer'>>[3];

/** Returns false where something else than the product wrote or changed what a certificate is issued from. */
export const isSourceAuthentic = (services: Pick<Services, 'authenticator'>, row: SourceRow): boolean =>
  isJoinedAuthentic(services, 'templates', 'design', row) &&
  isJoinedAuthentic(services, 'template_versions', 'version', row) &&
  isJoinedAuthentic(services, 'organisations', 'issuer', row);

/** Throws NotAuthenticError where isSourceAuthentic returns false. */
export function assertSource(services: Pick<Services, 'authenticator'>, row: SourceRow): void {
  if (!isSourceAuthentic(services, row)) throw new NotAuthenticError('templates, template_versions or organisations');
}
