import type { Row } from '../../database/sql.ts';
import type { Services } from '../context.ts';

type Place = Pick<Row<'webhook_deliveries'>, 'organisationId' | 'id'>;

const placeOf = ({ organisationId, id }: Place): string => `delivery ${organisationId} ${id}`;

/** Encrypts a delivery's body for its row. */
export const sealBody = ({ vault }: Pick<Services, 'vault'>, place: Place, body: string): Uint8Array =>
  vault.seal(body, placeOf(place));

/** Returns the text that is sent. Throws where it is not the one that was written for this delivery. */
export const openBody = ({ vault }: Pick<Services, 'vault'>, delivery: Place & { body: Uint8Array }): string =>
  vault.open(delivery.body, placeOf(delivery));
