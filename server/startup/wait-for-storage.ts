import { setTimeout as sleep } from 'node:timers/promises';
import type { Services } from '../../domain/context.ts';
import type { StorageAddress } from '../adapters/storage/address.ts';
import { openStorage } from '../adapters/storage/open-storage.ts';
import { describeObstacle } from '../adapters/storage/storage.ts';

const PAUSE_MS = 2_000;

interface Options {
  /** Receives the reason of the wait, for GET /ready. */
  explain(reason: string): void;
  warn(message: string): void;
  /** Ends the wait. */
  signal: AbortSignal;
}

/** Waits until the file storages are usable. Credentials, buckets and clocks can be corrected at any time. */
export async function waitForStorage(
  addresses: readonly StorageAddress[],
  em: Services['em'],
  { explain, warn, signal }: Options,
): Promise<void> {
  for (const [index, address] of addresses.entries()) {
    const variable = index === 0 ? 'STORAGE_URL' : 'STORAGE_FALLBACK_URL';
    const storage = openStorage(address, em);
    for (let said = ''; ; await sleep(PAUSE_MS, undefined, { signal })) {
      const obstacle = await storage.check();
      signal.throwIfAborted();
      if (!obstacle) break;
      explain(`${variable}: ${obstacle.reason}`);
      const described = describeObstacle(obstacle);
      if (described !== said) warn(`${variable}: ${described}: the process waits`);
      said = described;
    }
  }
}
