import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { database } from '../../database/queue.ts';
import type { DomainContext } from '../context.ts';

interface Done {
  /** The procedure, as in `certificates.revoke`. */
  action: string;
  input: unknown;
  output: unknown;
}

/** Notes who did what, after it was done. What only validates is no deed. */
export async function recordAction(
  context: DomainContext,
  { callerId, callerName }: { callerId: string; callerName: string },
  { action, input, output }: Done,
): Promise<void> {
  if (fieldOf(input, 'dryRun') === true) return;
  const subject = SUBJECTS.map((name) => fieldOf(output, name) ?? fieldOf(input, name)).find(
    (value) => typeof value === 'string',
  );
  await sql`
    insert into audit_entries (organisation_id, id, actor_id, actor_name, action, subject, created_at)
    values (${context.organisationId}, ${uuidv7()}, ${callerId}, ${callerName}, ${action}, ${subject ?? null},
      ${context.now()})`.execute(database(context.em()));
}

/** What a deed was done to, the most telling first. */
const SUBJECTS = ['email', 'name', 'id', 'userId', 'deliveryId'];

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
