import type { Command } from 'commander';
import { readConfig } from '../../config.ts';
import { diagnose } from '../doctor/diagnose.ts';
import { type Finding, PARTS, type Part } from '../doctor/finding.ts';
import type { Terminal } from '../terminal.ts';

export function addDoctorCommand(program: Command, terminal: Terminal): void {
  program
    .command('doctor')
    .description('Check each part of the installation, and say what to do')
    .option('--json', 'print one JSON document instead of lines')
    .action(async ({ json }: { json?: true }) => {
      const findings: (Finding & { part: Part })[] = [];
      await diagnose(readConfig(terminal.environment), async (report) => {
        for (const part of PARTS) {
          const { state, message } = await report[part];
          findings.push({ part, state, message });
          if (!json) terminal.printText(`${state.padEnd(10)}${part.padEnd(9)} ${message}\n`);
        }
      });
      if (json) terminal.print({ findings });
      const broken = findings.filter(({ state }) => state === 'broken').map(({ part }) => part);
      if (broken.length > 0) terminal.fail(`broken: ${broken.join(', ')}`);
    });
}
