import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SingleBar } from 'cli-progress';
import Papa from 'papaparse';
import { makeTenant, startProduct, type Tenant } from './product.ts';

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

async function main(): Promise<void> {
  const table = await readFile('samples/recipients.csv', 'utf8');
  const { data: recipients } = Papa.parse<Record<string, string>>(table, { header: true, skipEmptyLines: true });
  say('Starting Laurel …');
  const product = await startProduct();
  try {
    await issue(await makeTenant(product, recipients.length), recipients);
  } finally {
    await product.stop();
  }
}

async function issue({ templateId, call }: Tenant, recipients: Record<string, string>[]): Promise<void> {
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
  say(`${certificates.length} certificates in ${seconds.toFixed(1)} s. Their PDFs and PNGs are in ${OUT}/`);
  say(`The certificate of ${first?.recipientName} is ${checked.valid ? 'valid' : 'NOT VALID'}`);
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
