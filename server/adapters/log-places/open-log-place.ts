import type { LogFiles, LogPlace } from '../../../domain/services/log-places.ts';
import type { LogPlaceAddress } from './address.ts';
import { openLogBucket } from './bucket.ts';
import { openDirectory } from './directory.ts';

export function openLogPlace(address: LogPlaceAddress): LogPlace {
  return address.kind === 'mail'
    ? { address: address.text, mailTo: address.mailTo }
    : { address: address.text, files: openLogFiles(address) };
}

export const openLogFiles = (address: Exclude<LogPlaceAddress, { kind: 'mail' }>): LogFiles =>
  address.kind === 'directory' ? openDirectory(address.directory) : openLogBucket(address.s3);
