import type { LogDestination, LogFiles } from '../../../domain/ports/log-destinations.ts';
import type { LogDestinationAddress } from './address.ts';
import { openLogBucket } from './bucket.ts';
import { openDirectory } from './directory.ts';

export function openLogDestination(address: LogDestinationAddress): LogDestination {
  return address.kind === 'mail'
    ? { address: address.text, mailTo: address.mailTo }
    : { address: address.text, files: openLogFiles(address) };
}

export const openLogFiles = (address: Exclude<LogDestinationAddress, { kind: 'mail' }>): LogFiles =>
  address.kind === 'directory' ? openDirectory(address.directory) : openLogBucket(address.s3);
