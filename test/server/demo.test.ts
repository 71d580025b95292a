import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Papa from 'papaparse';
import { expect, test } from 'vitest';
import { BARE } from '../support/processes.ts';

test('the demo creates a PDF and a PNG for every recipient, and verifies one', async () => {
  const table = await readFile('samples/recipients.csv', 'utf8');
  const { data: recipients } = Papa.parse(table, { header: true, skipEmptyLines: true });
  const dataDir = await mkdtemp(join(tmpdir(), 'laurel-demo-'));
  await rm('out', { recursive: true, force: true });
  try {
    // Settings for another installation do not apply to the demo's.
    const env = { ...BARE, DATA_DIR: dataDir, PORT: '1', BASE_URL: 'https://certificates.example' };
    const { stdout } = await promisify(execFile)(process.execPath, ['scripts/demo.ts'], { env });
    expect(stdout).toContain(`${recipients.length} certificates in`);
    expect(stdout).toContain(' is valid');
    const files = await readdir('out');
    for (const ending of ['.pdf', '.png']) {
      expect(files.filter((file) => file.endsWith(ending))).toHaveLength(recipients.length);
    }
  } finally {
    await rm(dataDir, { recursive: true });
  }
});
