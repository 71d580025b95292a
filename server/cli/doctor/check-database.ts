import pg from 'pg';
import { MIGRATION_NAMES } from '../../../database/migrations.ts';
import { connectionOptions } from '../../../database/pool.ts';
import type { DatabaseAddress } from '../../startup/locate-database.ts';
import { askDatabase } from '../../startup/wait-for-database.ts';
import { broken, type Finding, ok, warning, worstOf } from './finding.ts';

interface Facts {
  version: string;
  zone: string;
  fsync: string;
  fullPageWrites: string;
  synchronousCommit: string;
  isChecksummed: string;
  maxConnections: number;
}

/** Connections of a process with all roles, at most (docs/scaling.md). */
const CONNECTIONS = 28;

/**
 * Checks that the database answers, is usable and keeps what it has confirmed, also after a power failure. Calls `onUsable` for a database
 * that the other checks can read, whatever its settings are.
 */
export async function checkDatabase(address: DatabaseAddress, onUsable: () => void): Promise<Finding> {
  const answer = await askDatabase(address);
  if ('failure' in answer) return broken(`PostgreSQL can't be used (${answer.failure})`);
  if (answer.obstacle) return broken(answer.obstacle.reason);
  onUsable();
  const facts = await readFacts(address.directUrl);
  const later = answer.later ? [warning(answer.later)] : [];
  return worstOf([...later, ...settingFaults(facts), ok(describe(facts))]);
}

async function readFacts(url: string): Promise<Facts> {
  const client = new pg.Client(connectionOptions(url, {}));
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Facts>(`
      select current_setting('server_version') as version, current_setting('TimeZone') as zone,
        current_setting('fsync') as fsync, current_setting('full_page_writes') as "fullPageWrites",
        current_setting('synchronous_commit') as "synchronousCommit", current_setting('data_checksums') as "isChecksummed",
        current_setting('max_connections')::int as "maxConnections"`);
    const [facts] = rows;
    if (!facts) throw new Error('no row');
    return facts;
  } finally {
    await client.end();
  }
}

function settingFaults({ fsync, fullPageWrites, synchronousCommit, isChecksummed, maxConnections }: Facts): Finding[] {
  const findings: Finding[] = [];
  if (fsync === 'off') findings.push(broken('fsync is off, and a power failure destroys the database: set fsync = on'));
  if (fullPageWrites === 'off')
    findings.push(broken('full_page_writes is off, and a power failure tears pages: set full_page_writes = on'));
  if (synchronousCommit === 'off')
    findings.push(
      broken('synchronous_commit is off, and a crash loses issued certificates: set synchronous_commit = on'),
    );
  if (isChecksummed === 'off')
    findings.push(warning('data checksums are off, so a faulty disk is not noticed: enable them with pg_checksums'));
  // A command and the superuser need some, too.
  if (maxConnections < CONNECTIONS + 12)
    findings.push(
      warning(`max_connections is ${maxConnections}: allow ${CONNECTIONS} for each process, and some for commands`),
    );
  return findings;
}

const describe = ({ version, zone, synchronousCommit }: Facts): string =>
  `PostgreSQL ${version}, migrated to ${MIGRATION_NAMES.at(-1)}, time zone ${zone}, fsync on, synchronous_commit ${synchronousCommit}`;
