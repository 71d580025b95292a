import { CommanderError } from 'commander';
import { connectionFailure } from '../../database/failure.ts';
import { CommandError, DomainError } from '../../domain/errors.ts';
import { ConfigError } from '../config.ts';

/** Returns the reason of a failure in one line. No argument is repeated, because any of them may be a key or a password. */
export function reasonOf(error: unknown): string {
  if (error instanceof DomainError) {
    const details = error.extras.details ?? [];
    return details.map(({ path, message }) => `${path}: ${message}`).join(' ') || error.message;
  }
  if (error instanceof CommanderError) return usageOf(error);
  if (error instanceof ConfigError || error instanceof CommandError) return error.message;
  return unexpectedReason(error);
}

function usageOf({ code, message }: CommanderError): string {
  if (code === 'commander.unknownCommand' || code === 'commander.help')
    return 'unknown or missing command: --help lists the commands';
  if (code === 'commander.unknownOption') {
    const [, name = ''] = /'(--?[a-z-]{1,20})['=]/.exec(message) ?? [];
    return `unknown option ${name}`.trim();
  }
  return message.replace(/^error: /, '').replaceAll(/\s+/g, ' ');
}

/** Returns the root cause of a library's error. Unlike the errors above it, the root cause contains no SQL with values. */
function unexpectedReason(error: unknown): string {
  let root = error;
  while (root instanceof Error && root.cause instanceof Error) root = root.cause;
  if (root instanceof AggregateError) [root] = root.errors;
  if (!(root instanceof Error)) return 'an unexpected error';
  return connectionFailure(root).split('\n')[0] || String((root as NodeJS.ErrnoException).code ?? root.name);
}
