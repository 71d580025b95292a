import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isLong } from '../support/faults.ts';
import { launchProduct, prepareEnvironment } from '../support/installation.ts';
import { VARIABLES } from '../support/laurel.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { BARE } from '../support/processes.ts';

/** What an image has of the code. */
const FOLDERS = [
  'server',
  'procedures',
  'domain',
  'database',
  'embedded-postgres',
  'jobs',
  'templates-engine',
  'proof',
];
const root = mkdtempSync(join(tmpdir(), 'laurel-image-'));
afterAll(() => rmSync(root, { recursive: true }));

test.runIf(isLong)(
  'what the image leaves of the modules serves, draws every kind of design and script, sends e-mails and answers operators',
  async () => {
    for (const part of [...FOLDERS, 'samples', 'package.json', 'scripts'])
      cpSync(part, join(root, part), { recursive: true });
    execFileSync('cp', ['-a', 'node_modules', root]);
    const run = (...words: string[]) => execFileSync(process.execPath, words, { cwd: root, env, encoding: 'utf8' });
    const { url: databaseUrl } = await createTestDatabase();
    const { environment, directory } = await prepareEnvironment(databaseUrl, {
      METRICS_PORT: '0',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    });
    const env = { ...BARE, ...environment };
    expect(run('scripts/prune-modules.ts')).toMatch(/^\d+ files, \d+ MB$/m);
    const operate = (...words: string[]) => JSON.parse(run('server/cli/main.ts', ...words));
    const { id } = operate('organisation', 'create', '--name', 'Image', '--credits', '9');
    const ofImage = ['--organisation', id];
    const { key } = operate('api-key', 'create', ...ofImage, '--name', 'k', '--scopes', 'certificates:write');
    const { process: child, url } = await launchProduct(environment, undefined, root);
    const call = async (path: string, body?: unknown) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const answer = await fetch(`${url}/api/v1${path}`, {
        headers,
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      });
      return answer.json() as Promise<{ id: string; renderStatus: string; emailStatus: string }>;
    };
    for (const design of ['classic-diploma', 'transcript', 'arabic-appreciation']) {
      const { id: templateId } = operate('template', 'import', ...ofImage, '--file', resolve(`samples/${design}.json`));
      const variables = {
        ...VARIABLES,
        name: '李明 山田 김민준 Łucja 😀 שלום ∑',
        programme: 'ঢাকা',
        modules: 'a\tb\tc',
        remarks: 'ไทย',
      };
      const mail = { sendEmail: true, recipientEmail: 'ada@example.org' };
      const made = await call('/certificates', { templateId, variables, ...mail });
      expect(made).toHaveProperty('id');
      let now = made;
      while (!/COMPLETED|FAILED/.test(now.renderStatus) || /PENDING|SENDING/.test(now.emailStatus)) {
        await sleep(100);
        now = await call(`/certificates/${made.id}`);
      }
      expect(now).toMatchObject({ renderStatus: 'COMPLETED', emailStatus: 'SENT' });
    }
    expect(readdirSync(join(directory, 'outbox'))).toHaveLength(3);
    for (const path of ['/docs/', '/docs/swagger-ui-bundle.js', '/docs/swagger-ui.css', '/api/v1/openapi.json'])
      expect(`${path} ${(await fetch(`${url}${path}`)).status}`).toBe(`${path} 200`);
    child.kill();
    await once(child, 'exit');
    rmSync(directory, { recursive: true });
  },
  600_000,
);
