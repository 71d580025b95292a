import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Attempts actions that a render process must not be able to do, and prints those that succeeded as JSON. */
const [secret = '', kept = ''] = process.argv.slice(2);
const attempts = {
  'read a secret': () => readFileSync(secret),
  'read its parent’s environment': () => readFileSync(`/proc/${process.ppid}/environ`),
  'write compiled code': () => writeFileSync(`${kept}/written`, ''),
  'start a program': () => execFileSync('true'),
};
const done = Object.entries(attempts).flatMap(([name, attempt]) => {
  try {
    attempt();
    return [name];
  } catch {
    return [];
  }
});
process.stdout.write(JSON.stringify(done));
