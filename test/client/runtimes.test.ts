import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { makeSecret, signatureHeaders } from '../../domain/webhooks/sign.ts';
import { freePort } from '../support/free-port.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { packedClient } from '../support/packed-client.ts';
import { waitFor } from '../support/wait-for.ts';

const run = promisify(execFile);

/** Runtimes that CONTRIBUTING.md installs. They take 900 MB, so the project does not install them. */
const RUNTIMES = resolve('test/judges/runtimes/node_modules');
const COMMANDS: [name: string, program: string, ...args: string[]][] = [
  ['Node 20', 'node-20/bin/node'],
  ['Node 22', 'node-22/bin/node'],
  ['Node 26', 'node-26/bin/node'],
  ['Deno', '.bin/deno', 'run', '--quiet', '--allow-all', '--node-modules-dir=manual'],
  ['Bun', 'bun/bin/bun.exe'],
];
const WORKERD = join(RUNTIMES, '.bin/workerd');
// Skipped if the program is not installed, except in CI.
const isMissing = (program: string): boolean => !existsSync(program) && process.env.CI_JUDGES !== 'required';

let project: string;
let laurel: Laurel;
beforeAll(async () => {
  ({ project } = await packedClient());
  laurel = await Laurel.shared();
  await cp('test/client/smoke.mjs', join(project, 'smoke.mjs'));
  await writeFile(join(project, 'main.mjs'), MAIN);
  await writeFile(join(project, 'worker.mjs'), WORKER);
});

const MAIN = `
  import process from 'node:process';
  import { smoke } from './smoke.mjs';
  console.log(JSON.stringify(await smoke(JSON.parse(process.argv[2]))));
`;

const WORKER = `
  import { smoke } from './smoke.mjs';
  const answer = async (request) => Response.json(await smoke(await request.json()));
  export default { fetch: (request) => answer(request).catch((error) => new Response(error.stack, { status: 500 })) };
`;

/** Returns the input of the program, for an organisation of its own. */
async function input(): Promise<string> {
  const { key: apiKey, templateId } = await laurel.tenant();
  const secret = makeSecret();
  const body = JSON.stringify({ event: 'ping', deliveryId: 'd', createdAt: 'now', data: {} });
  const webhook = { body, secret, headers: signatureHeaders([secret], { deliveryId: 'd', body, at: new Date() }) };
  return JSON.stringify({ baseUrl: laurel.url, apiKey, templateId, variables: VARIABLES, webhook });
}

const EXPECTED = {
  ...{ isPdf: true, followed: ['certificate.issued', 'certificate.ready'], certificates: 3, batches: 2, listed: 4 },
  ...{ isAsset: true, event: 'ping', text: '{{name}}' },
  ...{ refused: [true, true, 400], lost: [true, null], timedOut: 'TimeoutError', isReason: true },
};

test('the client runs on the Node of the tests', async () => {
  const { stdout, stderr } = await run(process.execPath, ['main.mjs', await input()], { cwd: project });
  expect([JSON.parse(stdout), stderr]).toEqual([EXPECTED, '']);
});

for (const [name, program, ...args] of COMMANDS)
  test.skipIf(isMissing(join(RUNTIMES, program)))(`the client runs on ${name}`, async () => {
    const command = [...args, 'main.mjs', await input()];
    const { stdout, stderr } = await run(join(RUNTIMES, program), command, { cwd: project });
    expect([JSON.parse(stdout), stderr]).toEqual([EXPECTED, '']);
  });

test.skipIf(isMissing(WORKERD))('the client runs on workerd, in one module', async () => {
  await build({
    ...{ root: project, configFile: false, logLevel: 'error' },
    build: { lib: { entry: 'worker.mjs', formats: ['es'], fileName: () => 'worker.js' }, outDir: 'bundle' },
  });
  const port = await freePort();
  // Workers with a later date have the modules and globals of Node.
  await writeFile(
    join(project, 'config.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [(name = "main", worker = .main), (name = "net", network = (allow = ["public", "private"]))],
       sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
     );
     const main :Workerd.Worker = (
       modules = [(name = "main", esModule = embed "bundle/worker.js")],
       compatibilityDate = "2024-09-01",
       globalOutbound = "net"
     );`,
  );
  const worker = spawn(WORKERD, ['serve', 'config.capnp'], { cwd: project, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  worker.stderr.on('data', (text) => {
    said += text;
  });
  try {
    const url = `http://127.0.0.1:${port}/`;
    const body = await input();
    const call = () => fetch(url, { method: 'POST', body }).catch(() => null);
    const response = await waitFor('workerd', call, (answer) => {
      if (worker.exitCode !== null) throw new Error(said);
      return answer !== null;
    });
    const text = (await response?.text()) ?? '';
    expect([response?.status, text]).toEqual([200, JSON.stringify(EXPECTED)]);
  } finally {
    worker.kill();
  }
});
