import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { SingleBar } from 'cli-progress';
import { parse } from 'csv-parse/sync';

const OUT = 'out';

interface BatchStatus {
  status: 'PROCESSING' | 'COMPLETED';
  processedCount: number;
  failedCount: number;
}

interface Certificate {
  recipientName: string;
  verificationHash: string;
  pdfUrl: string | null;
  imageUrl: string | null;
}

interface Page {
  certificates: Certificate[];
  nextCursor: string | null;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Starts the product on a free port; ready once it says where it is. */
async function startServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const env = { LOG_LEVEL: 'warn', ...process.env, PORT: '0' };
  const server = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const stop = async () => {
    server.kill();
    if (server.exitCode === null) await once(server, 'exit');
  };
  let output = '';
  for await (const chunk of server.stdout) {
    output += chunk;
    const [, url] = /is ready at (\S+)/.exec(output) ?? [];
    if (url) return { url, stop };
  }
  throw new Error('the server ended before it was ready');
}

/** An operator's command, and what it printed. */
async function operate(...args: string[]): Promise<Record<string, string>> {
  const { stdout } = await promisify(execFile)(process.execPath, ['server/cli/main.ts', ...args]);
  return JSON.parse(stdout);
}

async function main(): Promise<void> {
  const recipients: Record<string, string>[] = parse(await readFile('samples/recipients.csv'), { columns: true });
  say('Starting Laurel …');
  const server = await startServer();
  try {
    await issue(server.url, recipients);
  } finally {
    await server.stop();
  }
}

async function issue(url: string, recipients: Record<string, string>[]): Promise<void> {
  const { id: organisation = '' } = await operate(
    ...['organisation', 'create', '--name', 'Demo House', '--credits', String(recipients.length)],
  );
  const { id: templateId } = await operate(
    ...['template', 'import', '--organisation', organisation, '--file', 'samples/classic-diploma.json'],
  );
  const scopes = 'certificates:write,certificates:read,credits:read';
  const { key } = await operate(
    ...['api-key', 'create', '--organisation', organisation, '--name', 'Demo', '--scopes', scopes],
  );

  const call = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer as Answer;
  };

  const started = performance.now();
  const { batchId } = await call<{ batchId: string }>('/batches', {
    templateId,
    recipients: recipients.map((variables) => ({ variables })),
  });
  await follow(() => call<BatchStatus>(`/batches/${batchId}`), recipients.length);
  const seconds = (performance.now() - started) / 1000;
  const certificates: Certificate[] = [];
  for (let page: Page | undefined; page?.nextCursor !== null; ) {
    const cursor = page ? `&cursor=${page.nextCursor}` : '';
    page = await call<Page>(`/batches/${batchId}/certificates?limit=100${cursor}`);
    await Promise.all(page.certificates.map(keep));
    certificates.push(...page.certificates);
  }
  const [first] = certificates;
  const checked = await call<{ valid: boolean }>(`/verify/${first?.verificationHash}`);
  say(`${certificates.length} certificates in ${seconds.toFixed(1)} s, their PDFs and PNGs are in ${OUT}/`);
  say(`That of ${first?.recipientName} verifies as ${checked.valid ? 'valid' : 'NOT VALID'}`);
}

async function follow(status: () => Promise<BatchStatus>, total: number): Promise<void> {
  const bar = new SingleBar({ format: 'Rendering {bar} {value}/{total}', noTTYOutput: true, notTTYSchedule: 1000 });
  bar.start(total, 0);
  for (;;) {
    const { status: state, processedCount, failedCount } = await status();
    bar.update(processedCount);
    if (state !== 'COMPLETED') {
      await sleep(250);
      continue;
    }
    bar.stop();
    if (failedCount > 0) throw new Error(`${failedCount} certificates could not be rendered`);
    return;
  }
}

/** Saves both files under the recipient's name. */
async function keep({ recipientName, verificationHash, pdfUrl, imageUrl }: Certificate): Promise<void> {
  const name = `${recipientName.replaceAll(/[^\p{L}\p{M}\p{N} '-]/gu, '').trim()} ${verificationHash.slice(0, 8)}`;
  await mkdir(OUT, { recursive: true });
  for (const [url, ending] of [
    [pdfUrl, 'pdf'],
    [imageUrl, 'png'],
  ]) {
    const file = await fetch(url ?? '');
    if (!file.ok) throw new Error(`${url}: ${file.status}`);
    await writeFile(join(OUT, `${name}.${ending}`), Buffer.from(await file.arrayBuffer()));
  }
}

await main();
