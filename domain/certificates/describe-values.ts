import { z } from 'zod';
import { Certificate } from '../../database/entities/certificate.ts';
import { TemplateVersion } from '../../database/entities/template.ts';
import { VARIABLE_TYPES } from '../../templates-engine/index.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { versionVariables } from '../templates/read-variables.ts';

export const DescribedValues = z.array(
  z.object({ name: z.string(), label: z.string(), type: z.enum(VARIABLE_TYPES), value: z.string() }),
);

/** Returns a certificate's values with the label and type from its design version, in the design's order. */
export async function describeValues(
  context: DomainContext,
  { id }: { id: string },
): Promise<z.infer<typeof DescribedValues>> {
  const em = context.em();
  const row = await em.findOne(Certificate, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  const { templateOrganisationId: organisationId, templateId, templateVersion: version, variables } = row;
  const described = await em.findOneOrFail(
    TemplateVersion,
    { organisationId, templateId, version },
    { fields: ['variables'] },
  );
  return versionVariables(described).flatMap(({ name, label, type }) => {
    const value = variables[name];
    return value === undefined ? [] : [{ name, label, type, value }];
  });
}
