#!/usr/bin/env node
import { listen } from './listen.ts';
import { readCommand, USAGE } from './read-command.ts';
import { reasonOf, UsageError } from './reason.ts';
import { trigger } from './trigger.ts';

/** Ends with the first signal. A second one ends the process immediately. */
function stopSignal(): AbortSignal {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
  // Nobody reads the output any more.
  process.stdout.once('error', () => stopping.abort());
  return stopping.signal;
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const command = readCommand(process.argv.slice(2), process.env);
  if (command === null) process.stdout.write(USAGE);
  else if (command.name === 'trigger') await trigger(command, print);
  else await listen(command, print, stopSignal());
} catch (error) {
  process.stderr.write(`laurel-client: ${reasonOf(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
