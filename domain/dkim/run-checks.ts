import { database } from '../../database/sql.ts';
import type { Services } from '../context.ts';
import { isAuthentic } from '../shared/authentic-rows.ts';
import { recordFound } from './check.ts';
import { recordName, recordState } from './rules.ts';

/** Interval between the looks at a record, in ms. */
const EVERY_MS = 24 * 60 * 60 * 1000;
/** Maximum keys per run, which is hourly. Each takes up to 4 s. */
const MOST = 200;

/** Looks up the records that were not looked up for a day, so that no e-mail is signed with a key whose record was removed. */
export async function runDkimChecks(services: Services): Promise<void> {
  const keys = await database(services.em())
    .selectFrom('dkim_keys')
    .selectAll()
    .where('checkedAt', '<', new Date(services.now().getTime() - EVERY_MS))
    .orderBy('checkedAt')
    .limit(MOST)
    .execute();
  for (const key of keys) {
    if (!isAuthentic(services, 'dkim_keys', key)) continue;
    await recordFound(services, key, recordState(key, await services.dns.texts(recordName(key))));
  }
}
