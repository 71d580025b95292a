import type { Services } from '../context.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';

/** What a verification shows of an organisation as it is now. */
interface OrganisationShown {
  id: string;
  organizationName?: string | null;
  websiteUrl?: string | null;
  brandColor?: string | null;
  logoUrl?: string | null;
  logoToken?: Uint8Array | null;
}

interface TemplateShown {
  organisationId: string;
  id: string;
  name: string;
}

/**
 * Marks authenticate what may change by right and is shown beside a verification, such as names: written with the row by the product,
 * and wrong where somebody changed the row in the database. The vault authenticates; nothing in them is secret.
 */
export const organisationMark = ({ vault }: Pick<Services, 'vault'>, row: OrganisationShown): Uint8Array =>
  vault.seal(organisationDigest(row));

export const templateMark = ({ vault }: Pick<Services, 'vault'>, row: TemplateShown): Uint8Array =>
  vault.seal(templateDigest(row));

/** Whether a row is what its mark says. Rows from before there were marks have none, and count as unchanged. */
export const isMarkedOrganisation = (
  services: Pick<Services, 'vault'>,
  row: OrganisationShown,
  mark: Uint8Array | null | undefined,
): boolean => !mark || services.vault.isSealOf(organisationDigest(row), mark);

export const isMarkedTemplate = (
  services: Pick<Services, 'vault'>,
  row: TemplateShown,
  mark: Uint8Array | null | undefined,
): boolean => !mark || services.vault.isSealOf(templateDigest(row), mark);

const organisationDigest = (row: OrganisationShown): string =>
  digestOf('organisation', {
    id: row.id,
    organizationName: row.organizationName ?? null,
    websiteUrl: row.websiteUrl ?? null,
    brandColor: row.brandColor ?? null,
    logoUrl: row.logoUrl ?? null,
    logoToken: row.logoToken ? Buffer.from(row.logoToken).toString('hex') : null,
  });

const templateDigest = ({ organisationId, id, name }: TemplateShown): string =>
  digestOf('template', { organisationId, id, name });

const digestOf = (kind: string, shown: Record<string, string | null>): string =>
  sha256(canonicalJson({ kind, ...shown })).toString('hex');
