import { sql } from 'kysely';
import { FILES } from './record.ts';

/**
 * Returns the condition that the files of a certificate with this alias are sealed, according to its statements or the log's index of
 * leaves.
 */
export const hasFilesSealed = (certificate: string) => sql<boolean>`(
  exists (select from seals f where f.organisation_id = ${sql.ref(`${certificate}.organisationId`)}
    and f.certificate_id = ${sql.ref(`${certificate}.id`)} and f.number = ${sql.lit(FILES)})
  or exists (select from log_leaves l where l.organisation_id = ${sql.ref(`${certificate}.organisationId`)}
    and l.certificate_id = ${sql.ref(`${certificate}.id`)} and l.number = ${sql.lit(FILES)}))`;
