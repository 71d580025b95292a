import { randomBytes, randomUUID } from 'node:crypto';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Services } from '../../../domain/context.ts';
import type { StorageAddress } from '../../adapters/storage/address.ts';
import { openStorage } from '../../adapters/storage/open-storage.ts';
import { describeObstacle } from '../../adapters/storage/storage.ts';
import type { Config } from '../../config.ts';
import { broken, type Finding, ok, unchecked, warning, worstOf } from './finding.ts';

/** Free space below which a disk is reported, in bytes: about 3,000 certificates. */
const SCARCE_BYTES = 1_000_000_000;

/** Writes, reads and deletes a file in each storage. Without a database only the others are checked: `em` is null. */
export async function checkStorage(config: Config, em: Services['em'] | null): Promise<Finding> {
  const findings: Finding[] = [];
  for (const [index, address] of config.storages.entries()) {
    const variable = index === 0 ? 'STORAGE_URL' : 'STORAGE_FALLBACK_URL';
    const finding = await checkOne(address, em);
    findings.push({ ...finding, message: `${variable} (${address.kind}): ${finding.message}` });
  }
  if (!config.DATABASE_URL) findings.push(...(await roomFindings('DATA_DIR', config.dataDir)));
  return worstOf(findings);
}

async function checkOne(address: StorageAddress, em: Services['em'] | null): Promise<Finding> {
  if (address.kind === 'postgres' && !em) return unchecked('not checked without the database');
  const storage = openStorage(address, em ?? noDatabase);
  const obstacle = await storage.check();
  if (obstacle) return broken(describeObstacle(obstacle));
  // A directory of its own, because no organisation has this id.
  const key = { organisationId: randomUUID(), id: randomUUID(), name: 'doctor.bin' };
  const content = randomBytes(1024);
  try {
    await storage.put({ key, content });
    const read = await storage.get(key);
    if (!read || !content.equals(read)) return broken('a file that was written is read with other content');
    await storage.remove(key);
    if (await storage.get(key)) return broken('a file stays after it was deleted: allow this process to delete files');
  } finally {
    await storage.remove(key).catch(() => undefined);
    if (address.kind === 'directory')
      await rm(join(address.directory, key.organisationId), { recursive: true, force: true }).catch(() => undefined);
  }
  const room = address.kind === 'directory' ? await roomFindings('its disk', address.directory) : [];
  return worstOf([...room, ok('writes, reads and deletes')]);
}

async function roomFindings(name: string, directory: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(directory);
  const free = bavail * bsize;
  return free < SCARCE_BYTES ? [warning(`${name} has ${Math.round(free / 1e6)} MB left: make room`)] : [];
}

const noDatabase = () => {
  throw new Error('no database');
};
