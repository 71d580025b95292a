#!/usr/bin/env node
import { listen } from './listen.ts';
import { readCommand, USAGE } from './read-command.ts';
import { reasonOf, UsageError } from './reason.ts';

/** Ends with the first signal. A second one ends the process immediately. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  // Nobody reads the output any more.
  process.stdout.once('error', () => stopping.abort());
  return stopping.signal;
}

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command === null) process.stdout.write(USAGE);
  else await listen(command, (line) => process.stdout.write(`${line}\n`), stopSignal());
} catch (error) {
  process.stderr.write(`laurel-client: ${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
