import '../compile-cache.ts';

const { runCommand } = await import('./program.ts');
const reason = await runCommand(process.argv.slice(2));
if (reason !== null) {
  process.stderr.write(`laurel: ${reason}\n`);
  process.exitCode = 1;
}
// Child processes and pools are closed by now; handles that a library still holds must not keep the command running.
process.exit();
