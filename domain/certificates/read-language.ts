import type { CertificateData } from '../../database/entities/certificate.ts';
import { TemplateVersion } from '../../database/entities/template.ts';
import type { EntityManager } from '../../database/orm.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { versionOf } from './rules.ts';

/** Returns the language of a certificate's mails (BCP 47): its own, or that of its design; null if neither has one. */
export async function mailLanguage(em: EntityManager, row: CertificateData): Promise<string | null> {
  const version = versionOf(row);
  if (row.givenLanguage || !version) return row.givenLanguage ?? null;
  const { language } = await em.findOneOrFail(TemplateVersion, version, { fields: ['language'] });
  return versionLanguage(language, row.variables);
}
