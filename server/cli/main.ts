import '../compile-cache.ts';
import { Terminal } from './terminal.ts';

const { runCommand } = await import('./program.ts');
const terminal = new Terminal(
  (text) => process.stdout.write(text),
  (text) => process.stderr.write(text),
);
await runCommand(process.argv.slice(2), terminal);
// Child processes and pools are closed by now. Handles that a library still holds must not keep the command running.
process.exit(terminal.exitCode);
