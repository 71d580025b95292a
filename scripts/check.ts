import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { translationFaults } from './dashboard-messages/faults.ts';
import { untranslatedInDashboard } from './dashboard-messages/untranslated.ts';
import { brokenRules } from './folder-rules.ts';
import { withoutIntegrity } from './lock-integrity.ts';
import { staleMessages } from './messages.ts';
import { proseFaultsOfProject } from './prose.ts';
import { sourcePaths } from './source-paths.ts';
import { isAssembled } from './webassembly.ts';

interface Step {
  name: string;
  /** Remedy if the check fails. */
  remedy: string;
  run(): string | null | Promise<string | null>;
}

/** Runs an installed tool; returns its output if it fails. */
const tool =
  (command: string, ...args: string[]) =>
  (): string | null => {
    const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${command}`, args, { encoding: 'utf8' });
    return status === 0 ? null : `${stdout}${stderr}`;
  };

const steps: Step[] = [
  {
    name: 'format and lint',
    remedy: 'npm run format fixes most of it',
    run: tool('biome', 'check', '--error-on-warnings', '.'),
  },
  { name: 'types', remedy: 'correct the types', run: tool('tsc', '--noEmit', '-p', '.') },
  { name: 'types of the dashboard', remedy: 'correct the types', run: tool('tsc', '--noEmit', '-p', 'dashboard') },
  { name: 'types of the verifier', remedy: 'correct the types', run: tool('tsc', '--noEmit', '-p', 'verifier') },
  { name: 'unused code', remedy: 'delete unused code', run: tool('knip', '--no-progress') },
  {
    name: 'lock file',
    remedy: 'add "integrity" with the output of npm view NAME@VERSION dist.integrity',
    run: () => withoutIntegrity().join('\n') || null,
  },
  { name: 'messages', remedy: 'npm run messages', run: () => staleMessages().join('\n') || null },
  {
    name: 'texts of the dashboard',
    remedy: 'write it as a message (docs/languages.md)',
    run: () => untranslatedInDashboard().join('\n') || null,
  },
  {
    name: 'translations of the dashboard',
    remedy: 'npm run messages, then translate the empty messages in messages/dashboard/ (docs/languages.md)',
    run: async () => (await translationFaults()).join('\n') || null,
  },
  {
    name: 'WebAssembly',
    remedy: 'npm run webassembly',
    run: async () =>
      (await isAssembled()) ? null : 'templates-engine/png/file/webassembly/rows.wasm differs from its source',
  },
  {
    name: 'folder rules',
    remedy: 'move the code to the folder where it belongs (docs/architecture.md)',
    run: () =>
      brokenRules(sourcePaths().map((path) => ({ path, text: readFileSync(path, 'utf8') }))).join('\n') || null,
  },
  {
    name: 'prose',
    remedy: 'follow the section Prose of CONTRIBUTING.md',
    run: () => proseFaultsOfProject().join('\n') || null,
  },
];

let failed = 0;
for (const { name, remedy, run } of steps) {
  const output = await run();
  process.stdout.write(`${output === null ? 'ok    ' : 'FAILED'}  ${name}\n`);
  if (output === null) continue;
  failed++;
  process.stdout.write(`${output.trim()}\n-> ${remedy}\n`);
}
process.exitCode = failed === 0 ? 0 : 1;
