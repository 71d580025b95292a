import { jsonRows } from '../../database/json-rows.ts';
import type { EntityManager } from '../../database/orm.ts';
import { enqueue } from '../../database/queue.ts';
import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { macOf } from '../shared/authentic-rows.ts';
import { CERTIFICATE_EMAILS, scheduleTurnsOfAll } from '../shared/fair-queue.ts';
import { EMAIL_FLAG, enqueueOwnEmails } from './enqueue.ts';
import { findOwnServers } from './find-own-servers.ts';

/** Request of a reminder's mail. */
export interface Reminder {
  organisationId: string;
  id: string;
  /** The recipient and the language. */
  subjectId: string;
}

const REMINDER = { kind: 'EXPIRY_REMINDER', certificateId: null, recipient: null, status: 'QUEUED' } as const;
const TYPES = { organisationId: 'uuid', id: 'uuid', subjectId: 'text', mac: 'bytea' };

/** Records and queues mails that remind recipients of expiries. They take turns with the mails of certificates. */
export async function requestReminderEmails(
  em: EntityManager,
  services: Services,
  reminders: readonly Reminder[],
): Promise<void> {
  if (reminders.length === 0) return;
  const createdAt = services.now();
  const rows = reminders.map(({ organisationId, id, subjectId }) => {
    const row = { organisationId, id, subjectId };
    return { ...row, mac: macOf(services, 'emails', { ...row, ...REMINDER, createdAt }) };
  });
  await database(em)
    .insertInto('emails')
    .columns(['organisationId', 'id', 'subjectId', 'mac', 'kind', 'status', 'createdAt'])
    .expression(({ selectFrom, val }) =>
      selectFrom(jsonRows(rows, TYPES))
        .select(['r.organisationId', 'r.id', 'r.subjectId', 'r.mac'])
        .select([val(REMINDER.kind).as('kind'), val(REMINDER.status).as('status'), val(createdAt).as('createdAt')]),
    )
    .execute();
  const own = await findOwnServers(em, [...new Set(rows.map(({ organisationId }) => organisationId))]);
  const isOwn = ({ organisationId }: Reminder) => own.has(organisationId);
  await enqueueOwnEmails(em, rows.filter(isOwn));
  const byOrganisation = Map.groupBy(
    rows.filter((row) => !isOwn(row)),
    (row) => row.organisationId,
  );
  if (byOrganisation.size === 0) return;
  const counts = new Map([...byOrganisation].map(([organisationId, { length }]) => [organisationId, length]));
  const turns = await scheduleTurnsOfAll(em, CERTIFICATE_EMAILS, { counts, now: createdAt });
  const jobs = [...byOrganisation].flatMap(([organisationId, reminded]) =>
    reminded.map(({ id: emailId }, index) => {
      const runAt = turns.get(organisationId)?.[index];
      return {
        ...{ payload: { organisationId, emailId }, priority: CERTIFICATE_EMAILS.priority, flags: [EMAIL_FLAG] },
        ...(runAt && { runAt }),
      };
    }),
  );
  await enqueue(em, 'send-email', jobs);
}
