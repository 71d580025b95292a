import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeJudgedBy } from '../proof/judges.ts';
import { operate } from '../support/command.ts';
import { breachesOf } from '../support/crash.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { query } from '../support/log.ts';
import { BARE } from '../support/processes.ts';
import { SWIFT, SWIFT_CREDENTIALS, Swift } from '../support/swift.ts';
import { waitFor } from '../support/wait-for.ts';

describeJudgedBy(SWIFT, 'files in OpenStack Swift, a server of S3', () => {
  let swift: Swift;
  let address: string;
  let laurel: Laurel;
  let tenant: Tenant;
  const fileCount = async () => (await query<{ count: number }>(laurel, 'select count(*)::int from files'))[0]?.count;

  beforeAll(async () => {
    swift = await Swift.start();
    address = `s3://files?endpoint=${swift.endpoint}&prefix=laurel`;
    Object.assign(process.env, SWIFT_CREDENTIALS);
    const client = new S3Client({ region: 'us-east-1', endpoint: swift.endpoint, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: 'files' }));
    laurel = await Laurel.start({ STORAGE_URL: 'postgres:', ...SWIFT_CREDENTIALS }, { isApart: true });
    tenant = await laurel.tenant();
  });
  afterAll(async () => {
    await laurel?.stop();
    await swift?.stop();
  });

  /** Issues a batch and waits until it is rendered. Returns the hashes to verify. */
  async function issueBatch(count: number): Promise<string[]> {
    const { key, templateId } = tenant;
    const recipients = Array.from({ length: count }, (_, index) => ({
      variables: { ...VARIABLES, name: `N ${index}` },
    }));
    const { body } = await laurel.call('/batches', { key, body: { templateId, recipients } });
    expect(await laurel.completed(key, body.batchId)).toMatchObject({ failedCount: 0 });
    return body.certificates.map((one: { verificationHash: string }) => one.verificationHash);
  }

  const allVerify = async (hashes: string[]): Promise<void> => {
    for (const hash of hashes)
      expect((await laurel.call(`/verify/${hash}`)).body).toMatchObject({ valid: true, integrityVerified: true });
  };

  test('files move from PostgreSQL to the bucket while certificates are issued, even if the move is killed', async () => {
    const hashes = await issueBatch(12);
    const refused = await operate(laurel, 'storage', 'move', '--from', 'postgres:', '--to', address);
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('set STORAGE_URL to --to') });
    await laurel.stop();
    await laurel.launch({ STORAGE_URL: address, STORAGE_FALLBACK_URL: 'postgres:' });
    const before = (await fileCount()) ?? 0;
    expect(before).toBeGreaterThanOrEqual(36);
    const issuing = issueBatch(5);
    const move: ChildProcess = spawn(
      process.execPath,
      ['server/cli/main.ts', 'storage', 'move', '--from', 'postgres:', '--to', address],
      { env: { ...BARE, ...laurel.operatorEnvironment() }, stdio: 'ignore' },
    );
    await waitFor('five moved files', fileCount, (count = 0) => count <= before - 5, { everyMs: 20 });
    move.kill('SIGKILL');
    await once(move, 'exit');
    expect(await fileCount()).toBeGreaterThan(0);
    await allVerify(hashes);
    hashes.push(...(await issuing));
    const moved = await operate(laurel, 'storage', 'move', '--from', 'postgres:', '--to', address);
    expect(moved.code).toBe(0);
    expect(JSON.parse(moved.out)).toMatchObject({ moved: expect.any(Number), different: [] });
    expect(await fileCount()).toBe(0);
    await laurel.stop();
    await laurel.launch({ STORAGE_FALLBACK_URL: '' });
    await allVerify(hashes);
    expect(await breachesOf(laurel)).toEqual([]);
  });

  test('a download redirects to the bucket for several minutes, and the public address stays ours', async () => {
    const { key } = tenant;
    const { id, pdfUrl } = await laurel.issue(tenant);
    const { status, headers } = await laurel.call(`/certificates/${id}/download`, { key });
    const location = headers.get('Location') ?? '';
    expect([status, location.startsWith(`${swift.endpoint}/files/laurel/`)]).toEqual([302, true]);
    expect(location).toMatch(/X-Amz-Expires=300&/);
    const [there, here] = await Promise.all([fetch(location), fetch(pdfUrl)]);
    expect([there.status, there.headers.get('Content-Type')]).toEqual([200, 'application/pdf']);
    expect(there.headers.get('Content-Disposition')).toContain("filename*=UTF-8''Diploma%20of%20distinction");
    expect(Buffer.compare(await bytesOf(there), await bytesOf(here))).toBe(0);
    expect((await fetch(location.replace(/Signature=\w{4}/, 'Signature=0000'))).status).toBe(403);
  });

  test('an altered object fails verification, and deletions delete the objects', async () => {
    const issued = await laurel.issue(tenant);
    const { organisationId } = tenant;
    const client = new S3Client({ region: 'us-east-1', endpoint: swift.endpoint, forcePathStyle: true });
    const { ListObjectsV2Command, PutObjectCommand } = await import('@aws-sdk/client-s3');
    const listed = async () =>
      (
        await client.send(
          new ListObjectsV2Command({ Bucket: 'files', Prefix: `laurel/${organisationId}/${issued.id}/` }),
        )
      ).Contents?.map(({ Key }) => Key) ?? [];
    expect(await listed()).toHaveLength(3);
    const pdf = (await listed()).find((name) => name?.endsWith('.pdf'));
    await client.send(new PutObjectCommand({ Bucket: 'files', Key: pdf, Body: '%PDF-1.7' }));
    const { body } = await laurel.call(`/verify/${issued.verificationHash}`);
    expect(body).toMatchObject({ valid: false, integrityVerified: false });
    const { STORAGE_URL } = laurel.operatorEnvironment();
    expect(STORAGE_URL).toBe(address);
    const { openStorage } = await import('../../server/adapters/storage/open-storage.ts');
    const { parseStorage } = await import('../../server/adapters/storage/address.ts');
    const storage = openStorage(parseStorage(address) ?? expect.fail(), laurel.installation.services.em);
    const name = pdf?.split('/').at(-1) ?? '';
    await storage.removeOthers({ organisationId, id: issued.id }, [name]);
    expect(await listed()).toEqual([pdf]);
    await storage.remove({ organisationId, id: issued.id, name });
    expect(await listed()).toEqual([]);
  });

  test('the start waits for correct credentials and an existing bucket, and logs one line with the remedy', async () => {
    await laurel.stop();
    const saidOf = async (settings: Record<string, string>) => {
      const env = { ...BARE, ...laurel.operatorEnvironment(), ...settings };
      const child = spawn(process.execPath, ['server/main.ts'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
      let said = '';
      for await (const chunk of child.stderr) {
        said += chunk;
        if (said.includes('the process waits')) break;
      }
      child.kill();
      await once(child, 'exit');
      return said;
    };
    expect(await saidOf({ AWS_SECRET_ACCESS_KEY: 'wrong' })).toContain(
      'STORAGE_URL: the credentials are refused: correct AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    );
    expect(await saidOf({ STORAGE_URL: address.replace('files', 'nowhere') })).toContain(
      'STORAGE_URL: the bucket does not exist: create it, or correct its name',
    );
  });
});

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
