import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Invitations `i` with what authenticates them, and the name of the organisation `o`. */
export const invitations = (em: EntityManager) =>
  database(em)
    .selectFrom('invitations as i')
    .innerJoin('organisations as o', 'o.id', 'i.organisationId')
    .select([
      'i.organisationId',
      'i.id',
      'i.email',
      'i.role',
      'i.tokenHash',
      'i.invitedBy',
      'i.createdAt',
      'i.expiresAt',
    ])
    .select(['i.mac', 'o.organizationName']);
