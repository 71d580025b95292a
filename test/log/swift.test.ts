import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseS3Address } from '../../server/adapters/s3/address.ts';
import { openBucket } from '../../server/adapters/s3/bucket.ts';
import { describeJudgedBy } from '../proof/judges.ts';
import { operate } from '../support/command.ts';
import { addStatements, logged, query, saveState, serverRefusal, startWithLog, verifyLog } from '../support/log.ts';
import { SWIFT, SWIFT_CREDENTIALS, Swift } from '../support/swift.ts';
import { waitFor } from '../support/wait-for.ts';

describeJudgedBy(SWIFT, 'OpenStack Swift as an S3 server', () => {
  let swift: Swift | undefined;
  let address: string;

  beforeAll(async () => {
    swift = await Swift.start();
    address = `s3://heads?endpoint=${swift.endpoint}&prefix=laurel`;
    Object.assign(process.env, SWIFT_CREDENTIALS);
    const client = new S3Client({ region: 'us-east-1', endpoint: swift.endpoint, forcePathStyle: true });
    await client.send(new CreateBucketCommand({ Bucket: 'heads' }));
  });
  afterAll(() => swift?.stop());

  test('creates an object once, keeps the first, and distinguishes missing objects from missing buckets', async () => {
    const open = (text: string) => openBucket(parseS3Address(text) ?? expect.fail());
    const bucket = open(address.replace('laurel', 'once'));
    const textOf = async (name: string) => Buffer.from((await bucket.get(name)) ?? '').toString();
    expect(await bucket.get('a')).toBe(null);
    expect(await bucket.create('a', Buffer.from('first'))).toBe(true);
    expect(await bucket.create('a', Buffer.from('second'))).toBe(false);
    expect(await textOf('a')).toBe('first');
    await bucket.put('a', Buffer.from('replaced'));
    expect(await textOf('a')).toBe('replaced');
    await bucket.put('b/c', Buffer.from('c'));
    expect(await bucket.namesAfter('', 'a')).toEqual(['b/c']);
    await bucket.remove('a');
    expect(await bucket.get('a')).toBe(null);
    await expect(open(address.replace('heads', 'nowhere')).get('a')).rejects.toThrow('bucket does not exist');
  });

  test('has a copy of the log whose lost head prevents the start, and from which the log is restored', async () => {
    const laurel = await startWithLog({ LOG_HEADS: address, ...SWIFT_CREDENTIALS }, { isApart: true });
    const tenant = await laurel.tenant();
    await addStatements(laurel, tenant, 300);
    await logged(laurel);
    const state = await saveState(laurel.databaseUrl);
    await addStatements(laurel, tenant, 20);
    expect(await logged(laurel)).toBe(320);
    const copied = () => query<{ size: number }>(laurel, 'select size::int from log_copies');
    await waitFor('a copy of 320', copied, ([copy]) => copy?.size === 320, { everyMs: 100 });
    expect(await verifyLog(laurel)).toMatchObject({ code: 0, unread: [], findings: [] });
    await laurel.stop();
    await state.restore();
    await state.drop();
    expect((await serverRefusal(laurel)).err).toContain('of 320 entries');
    const restored = await operate(laurel, 'log', 'restore', '--from', address);
    expect(restored).toMatchObject({ code: 0, out: '{"from":300,"to":320,"found":0}\n' });
    await laurel.launch();
    await addStatements(laurel, tenant, 1);
    expect(await logged(laurel)).toBe(321);
  });
});
