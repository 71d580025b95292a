import { fileUrl } from '../addresses/link-file.ts';
import type { Services } from '../context.ts';
import { iso } from '../shared/schemas.ts';
import { type EventRow, isAuthenticEvent } from './seal.ts';
import type { LaurelEvent } from './types.ts';

/** Returns the data of an event with the addresses of files. The row must be authentic. */
export function dataOf(
  services: Pick<Services, 'installation' | 'authenticator'>,
  event: EventRow,
): LaurelEvent['data'] {
  const stored = JSON.parse(event.data) as Readonly<Record<string, unknown>>;
  if (!('certificateId' in stored)) return stored as LaurelEvent['data'];
  const { certificateId, verificationHash, filesEdition, ...others } = stored;
  const { organisationId, subjectId: id, fileKey } = event;
  const editions = {
    ...{ revision: Number(others.revision ?? 1), filesEdition: Number(filesEdition ?? 0), credentialEdition: 0 },
  };
  const address = (kind: 'pdf' | 'png') =>
    fileKey && fileUrl(services, { organisationId, id, fileKey, ...editions }, kind);
  const files = { pdfUrl: address('pdf'), imageUrl: address('png') };
  return { certificateId, verificationHash, ...files, ...others } as LaurelEvent['data'];
}

/** Returns a row in the form that the API shows. The row must be authentic. */
export const projectEvent = (
  services: Pick<Services, 'installation' | 'authenticator'>,
  event: EventRow,
): LaurelEvent =>
  ({
    ...{ id: event.id, type: event.type, createdAt: iso(event.createdAt), position: event.position },
    data: dataOf(services, event),
  }) as LaurelEvent;

/** Returns false for an event that was changed outside Laurel, and logs a security event. */
export function isShowable(services: Pick<Services, 'authenticator' | 'meter'>, event: EventRow): boolean {
  if (isAuthenticEvent(services, event)) return true;
  const { organisationId, id } = event;
  services.meter.security('an event was not shown: its row was changed outside Laurel', { organisationId, id });
  return false;
}
