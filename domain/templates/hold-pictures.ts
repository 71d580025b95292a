import type { EntityManager } from '../../database/orm.ts';
import type { Design, VariableDetails } from '../../templates-engine/index.ts';
import { type AssetOwner, holdAssets } from '../assets/find.ts';
import type { DomainContext } from '../context.ts';

const isPicture = ({ type }: VariableDetails): boolean => type === 'picture';

/** Returns the names of variables whose values name pictures. */
export const pictureNames = (variables: readonly VariableDetails[]): string[] =>
  variables.filter(isPicture).map(({ name }) => name);

/**
 * Returns the owner of pictures that an organisation's certificates from a template can show: its own pictures and the template's defaults.
 */
export const pictureOwner = (
  organisationId: string,
  templateOrganisationId: string,
  variables: readonly VariableDetails[],
): AssetOwner => ({
  organisationId,
  template: {
    organisationId: templateOrganisationId,
    defaults: variables.filter(isPicture).flatMap(({ default: fallback }) => fallback ?? []),
  },
});

/** Marks a design's default pictures as used, in the transaction that records it. VALIDATION_ERROR for an unknown picture. */
export async function holdDefaults(
  em: EntityManager,
  context: DomainContext,
  { variables = {} }: Design,
): Promise<void> {
  const defaults = Object.entries(variables).flatMap(([name, { type, default: fallback }]) =>
    type === 'picture' && fallback ? [{ name: fallback, path: `variables.${name}.default` }] : [],
  );
  await holdAssets(em, context.organisationId, defaults, context.now());
}
