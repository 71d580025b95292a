#!/usr/bin/env node
import { runCommand } from './program.ts';

process.exitCode = await runCommand(process.argv.slice(2), {
  write: (text) => process.stdout.write(text),
  fail: (text) => process.stderr.write(text),
});
