import { setImmediate } from 'node:timers/promises';
import { type CertificateKey, currentTrace } from '../../database/queue.ts';
import { fileKey } from '../certificates/load-file.ts';
import type { Services } from '../context.ts';
import { MAX_RENDERING_DAYS } from '../limits.ts';
import type { StoredFile } from '../ports/storage.ts';
import { type GroupLimits, Groups } from '../shared/groups.ts';
import { isSandbox } from '../shared/ids.ts';
import { assertDue, fromGenuineSource } from './assert-genuine.ts';
import { completeCertificates, type Rendered } from './complete.ts';
import { failRendering } from './fail.ts';
import { type MadeFiles, makeFiles } from './make-files.ts';
import { removeEditions, removeInterrupted } from './remove-files.ts';
import { type Renderable, startRenderings } from './start.ts';

/** Maximum certificates that are started or completed together. A process has this many in progress besides those that it renders. */
export const GROUP_SIZE = 6;
/** Time in ms that a rendered certificate waits for others of its process. */
const GROUP_MS = 100;

/** A certificate whose files are to be stored. */
interface Made extends Rendered {
  files: readonly StoredFile[];
}

/**
 * Makes a certificate's files, stores them and seals their digests. Can run twice, even concurrently. Each run has its own files, because
 * signatures differ, and only one run completes the row.
 */
export function certificateRenderer(
  services: Services,
  limits: GroupLimits = { most: GROUP_SIZE, waitMs: GROUP_MS },
): (key: CertificateKey) => Promise<void> {
  const complete = async (made: readonly Made[]) => {
    await services.storage.put(...made.flatMap(({ files }) => files));
    return completeCertificates(services, made);
  };
  const starts = new Groups((keys: readonly CertificateKey[]) => startRenderings(services.em(), keys), limits);
  const completions = new Groups(complete, limits);
  return async (key) => {
    // Jobs that were fetched together, or follow jobs that ended together, arrive in one turn of the event loop.
    const row = await starts.run(() => setImmediate(key));
    // A reset of a sandbox deletes certificates that are being rendered.
    if (!row && isSandbox(key.organisationId)) return;
    if (!row)
      throw new Error(
        `certificate ${key.certificateId}, or its template version, organisation or status list, is missing`,
      );
    if (row.renderStatus === 'COMPLETED' || row.renderStatus === 'FAILED') return;
    const facts = assertDue(services, row);
    const isFirst = facts.statements === 0;
    if (isFirst && (isTooLate(services, row) || isMeantToFail(row))) return failRendering(services, key);
    let stored: string[] = [];
    const isCompleted = await completions.run(async () => {
      const made = await fromGenuineSource(services, row, () => makeFiles(services, row));
      const files = nameFiles(row, made);
      stored = files.map(({ key }) => key.name);
      return { row, facts, digests: made.digests, status: made.status, files, trace: currentTrace.getStore() };
    });
    if (!isCompleted) return;
    if (row.renderStatus === 'RENDERING') await removeInterrupted(services, row, stored);
    await removeEditions(services, row, facts.editions, stored);
  };
}

/** Returns a certificate's files under names that contain their digests. */
const nameFiles = (row: Renderable, { pdf, png, json, digests }: MadeFiles): StoredFile[] => [
  { key: fileKey(row, 'pdf', digests.pdf), content: pdf },
  { key: fileKey(row, 'png', digests.png), content: png },
  { key: fileKey(row, 'json', digests.json), content: Buffer.from(json) },
];

/** Returns true if a certificate was issued too long ago. It is never too late in test mode, whose clock can have been moved since. */
const isTooLate = (services: Services, { createdAt, organisationId }: Renderable): boolean =>
  !isSandbox(organisationId) &&
  services.now().getTime() - createdAt.getTime() > MAX_RENDERING_DAYS * 24 * 60 * 60 * 1000;

/** Value of a variable with which a rendering in a sandbox fails. */
const FAILING = 'fail@test.laurel';

const isMeantToFail = ({ organisationId, variables }: Renderable): boolean =>
  isSandbox(organisationId) && Object.values(variables).includes(FAILING);
