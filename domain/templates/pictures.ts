import type { EntityManager } from '../../database/orm.ts';
import type { Design, VariableDetails } from '../../templates-engine/index.ts';
import { type AssetOwner, holdAssets } from '../assets/find.ts';
import type { DomainContext } from '../context.ts';

const isPicture = ({ type }: VariableDetails): boolean => type === 'picture';

/** The variables whose values name pictures. */
export const pictureNames = (variables: readonly VariableDetails[]): string[] =>
  variables.filter(isPicture).map(({ name }) => name);

/** Whose pictures an organisation's certificates from a template may show: its own, and the template's defaults. */
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

/** Keeps the pictures that a design has for defaults, in the transaction that records it. VALIDATION_ERROR for an unknown one. */
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
