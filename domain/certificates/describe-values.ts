import { z } from 'zod';
import { Certificate } from '../../database/entities/certificate.ts';
import { TemplateVersion } from '../../database/entities/template.ts';
import type { DomainContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { versionVariables } from '../templates/read-variables.ts';
import { Variable } from '../templates/schemas.ts';
import { versionOf } from './rules.ts';

export const DescribedValues = z.array(
  Variable.extend({ value: z.string().nullable().describe('null if the certificate has no value') }),
);

/** Returns a certificate's values with the definitions in its design version, in the design's order. */
export async function describeValues(
  context: DomainContext,
  { id }: { id: string },
): Promise<z.infer<typeof DescribedValues>> {
  const em = context.em();
  const row = await em.findOne(Certificate, { organisationId: context.organisationId, id });
  if (!row) throw notFound();
  const version = versionOf(row);
  if (!version) return [];
  const described = await em.findOneOrFail(TemplateVersion, version, { fields: ['variables'] });
  return versionVariables(described).map((variable) => ({ ...variable, value: row.variables[variable.name] ?? null }));
}
