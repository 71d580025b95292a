import type { EntityManager } from '../../database/orm.ts';
import { database } from '../../database/sql.ts';

/** Lifetime of an invitation's link in ms, from the hand-over of its mail. */
export const INVITATION_MS = 7 * 24 * 60 * 60 * 1000;

/** Returns a query for invitations `i`, with the columns that authenticate them and the name of the organisation `o`. */
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
