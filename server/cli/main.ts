import '../compile-cache.ts';
import { Terminal } from './terminal.ts';

const { runCommand } = await import('./program.ts');
const terminal = new Terminal(
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
// A reader such as `head` ends early. The command still ends in order, and stops a database that it started.
process.stdout.on('error', () => undefined);
await runCommand(process.argv.slice(2), terminal);
// A pipe takes 64 KB at once. The exit would drop the rest.
await new Promise((resolve) => process.stdout.write('', resolve));
// Child processes and pools are closed by now. Handles that a library still holds must not keep the command running.
process.exit(terminal.exitCode);
