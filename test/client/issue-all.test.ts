import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, type IssueAllProgress, isLaurelError, LaurelError, listAll } from '../../client/index.ts';
import { addCredits } from '../../domain/credits/add.ts';
import { atEndOfFile } from '../support/end-of-file.ts';
import { BUSY, clientOf, errorOf, givenAnswers, LIMITED, outcomeOf } from '../support/given-answers.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { BARE } from '../support/processes.ts';

const ROWS = 'abcdefghijklmnopqrstuvwxyz'
  .split('')
  .map((letter) => ({ variables: { ...VARIABLES, name: `Ada ${letter}` }, externalId: letter }));

describe('with a server', () => {
  let laurel: Laurel;
  beforeAll(async () => {
    laurel = await Laurel.shared();
  });

  const clientFor = ({ key }: Tenant) => createClient({ baseUrl: laurel.url, apiKey: key });

  /** Returns the external ids of all certificates, oldest first. */
  async function issuedTo(tenant: Tenant): Promise<string> {
    const letters: (string | null)[] = [];
    for await (const { externalId } of listAll(clientFor(tenant).certificates.list, {})) letters.push(externalId);
    return letters.sort().join('');
  }

  const LETTERS = ROWS.map(({ externalId }) => externalId).join('');

  test('issues rows of any iterable in batches, in order, and counts them', async () => {
    const tenant = await laurel.tenant();
    const { templateId } = tenant;
    const progress: IssueAllProgress[] = [];
    const options = {
      templateId,
      batchSize: 10,
      tags: ['run'],
      onProgress: (one: IssueAllProgress) => void progress.push(one),
    };
    async function* rows() {
      yield* ROWS;
    }
    const result = await clientFor(tenant).issueAll(rows(), options);
    expect(result).toEqual({
      batches: progress.map(({ batch }) => batch.batchId),
      certificates: 26,
      credits: { consumed: 26, remaining: 74 },
    });
    expect(progress.map(({ firstRow, batches, certificates }) => [firstRow, batches, certificates])).toEqual([
      ...[
        [0, 1, 10],
        [10, 2, 20],
        [20, 3, 26],
      ],
    ]);
    const given = progress.flatMap(({ batch }) => batch.certificates.map(({ externalId }) => externalId)).join('');
    expect([given, await issuedTo(tenant)]).toEqual([LETTERS, LETTERS]);
    const { body } = await laurel.call('/batches?tag=run', { key: tenant.key });
    expect(body.batches.map(({ totalCount }: { totalCount: number }) => totalCount)).toEqual([6, 10, 10]);
  });

  test('issues nothing twice if it is killed and run again', async () => {
    const tenant = await laurel.tenant();
    const settings = {
      ...BARE,
      URL_: laurel.url,
      KEY: tenant.key,
      TEMPLATE: tenant.templateId,
      ROWS: JSON.stringify(ROWS),
    };
    const runs: ChildProcess[] = [];
    atEndOfFile(() => runs.forEach((run) => void run.kill('SIGKILL')));
    const start = () => {
      const run = spawn(process.execPath, ['--input-type=module-typescript', '-e', PROGRAM], { env: settings });
      runs.push(run);
      return run;
    };
    for (const letters of ['abcd', 'abcdefgh']) {
      const run = start();
      await once(run.stdout, 'data');
      if (letters === 'abcdefgh') await once(run.stdout, 'data');
      run.kill('SIGKILL');
      await once(run, 'exit');
      expect((await issuedTo(tenant)).startsWith(letters)).toBe(true);
    }
    const last = start();
    let said = '';
    last.stdout.on('data', (text) => {
      said += text;
    });
    await once(last, 'exit');
    expect(said.trim().split('\n').at(-1)).toBe('7 batches, 26 certificates');
    expect(await issuedTo(tenant)).toBe(LETTERS);
    expect((await clientFor(tenant).credits.get.query()).balance).toBe(74);
  });

  const PROGRAM = `
    import { createClient } from ${JSON.stringify(new URL('../../client/index.ts', import.meta.url).href)};
    const { URL_: baseUrl, KEY: apiKey, TEMPLATE: templateId, ROWS } = process.env;
    const onProgress = ({ certificates }) => new Promise((resolve) => {
      console.log(certificates);
      setTimeout(resolve, 50);
    });
    const { batches, certificates } = await createClient({ baseUrl, apiKey })
      .issueAll(JSON.parse(ROWS), { templateId, batchSize: 4, onProgress });
    console.log(\`\${batches.length} batches, \${certificates} certificates\`);
  `;

  test('stops when the credits are spent, and continues there once there are more', async () => {
    const tenant = await laurel.tenant({ credits: 15 });
    const options = { templateId: tenant.templateId, batchSize: 10, runId: 'Graduation 2026' };
    const run = () => clientFor(tenant).issueAll(ROWS, options);
    const poor = await run().catch((error: unknown) => error);
    if (!isLaurelError(poor, 'INSUFFICIENT_CREDITS')) throw new Error('not refused');
    expect([poor.credits, await issuedTo(tenant)]).toEqual([{ current: 5, required: 10 }, LETTERS.slice(0, 10)]);
    await addCredits(laurel.context(tenant), { amount: 20 });
    expect(await run()).toMatchObject({ certificates: 26, credits: { consumed: 26, remaining: 9 } });
    expect(await issuedTo(tenant)).toBe(LETTERS);
  });

  test('names the row of a fault in all rows, and continues once it is corrected', async () => {
    const tenant = await laurel.tenant();
    const rows = structuredClone(ROWS);
    const faulty = rows[17] as (typeof ROWS)[number];
    faulty.variables.name = ' ';
    const options = { templateId: tenant.templateId, batchSize: 10 };
    const error = await clientFor(tenant)
      .issueAll(rows, options)
      .catch((refused: unknown) => refused);
    if (!isLaurelError(error, 'VALIDATION_ERROR')) throw new Error('not refused');
    expect(error).toMatchObject({ status: 400, requestId: expect.any(String), details: [{ code: 'blank' }] });
    expect([error.details[0]?.path, error.message.split(':')[0]]).toEqual(Array(2).fill('rows[17].variables.name'));
    expect(await issuedTo(tenant)).toBe(LETTERS.slice(0, 10));
    faulty.variables.name = 'Ada r';
    await clientFor(tenant).issueAll(rows, options);
    expect(await issuedTo(tenant)).toBe(LETTERS);
  });

  test('refuses other rows under the name of an earlier run', async () => {
    const tenant = await laurel.tenant();
    const options = { templateId: tenant.templateId, batchSize: 10, runId: 'x' };
    await clientFor(tenant).issueAll(ROWS.slice(0, 12), options);
    const shifted = await clientFor(tenant)
      .issueAll(ROWS.slice(1), options)
      .catch((error: unknown) => error);
    expect(isLaurelError(shifted, 'IDEMPOTENCY_CONFLICT') && shifted.reason).toBe('key_reused');
    await clientFor(tenant).issueAll(ROWS.slice(0, 12), options);
    expect(await issuedTo(tenant)).toBe(LETTERS.slice(0, 12));
  });

  test('checks all rows in a dry run, and issues none', async () => {
    const tenant = await laurel.tenant();
    const shouting = ROWS.map((row, index) =>
      index === 25 ? { variables: { ...VARIABLES, name: 'ADA LOVELACE' } } : row,
    );
    const warnings: unknown[] = [];
    const onProgress = ({ batch }: IssueAllProgress) => void warnings.push(...(batch.warnings ?? []));
    const options = { templateId: tenant.templateId, batchSize: 10, dryRun: true, onProgress };
    expect(await clientFor(tenant).issueAll(shouting, options)).toEqual({
      ...{ batches: [], certificates: 26, credits: { consumed: 0, remaining: 100 } },
    });
    expect(warnings).toMatchObject([{ path: 'rows[25].variables.name', code: 'all_capitals' }]);
    expect(await issuedTo(tenant)).toBe('');
  });

  test('an unknown operation names both versions', async () => {
    const tenant = await laurel.tenant();
    const client = clientFor(tenant) as unknown as Record<string, Record<string, { query(): Promise<unknown> }>>;
    const { body } = await laurel.call('/openapi.json');
    for (const name of ['forge', 'generate']) {
      const error = await client.certificates?.[name]?.query().catch((refused: unknown) => refused);
      expect(error).toBeInstanceOf(LaurelError);
      expect(error).toMatchObject({ code: 'NOT_FOUND', status: 404, reason: 'unknown_operation' });
      expect((error as Error).message).toMatch(
        new RegExp(
          `^Laurel ${body.info.version} has no operation certificates\\.(forge|generate), which laurel-client \\d`,
        ),
      );
    }
  });
});

describe('with given answers', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
  afterEach(() => void vi.useRealTimers());

  const created = (total: number) => ({
    data: {
      batchId: crypto.randomUUID(),
      total,
      queued: total,
      credits: { consumed: total, remaining: 0 },
      certificates: [],
    },
  });
  const rowsOf = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_, index) => ({ variables: { name: String(index), ...more } }));
  const GATEWAY = { page: '<html>', status: 502 };

  test('waits for limits and outages, and sends each batch with one key', async () => {
    const far = { ...LIMITED, retryAfter: '58' };
    const lost = new TypeError('reset');
    const { sent, fetch } = givenAnswers(far, created(2), BUSY, GATEWAY, lost, far, created(2), created(1));
    const waits: [number, string][] = [];
    const call = clientOf(fetch, 0).issueAll(rowsOf(5), {
      ...{ templateId: 't', batchSize: 2, onWait: ({ seconds, error }) => void waits.push([seconds, error.code]) },
    });
    const [result, seconds] = await outcomeOf(call);
    expect([result, seconds > 2 * 58]).toEqual([expect.objectContaining({ certificates: 5 }), true]);
    expect(waits.map(([, code]) => code)).toEqual([
      ...['RATE_LIMITED', 'SERVICE_UNAVAILABLE', 'UNEXPECTED_RESPONSE', 'NO_RESPONSE', 'RATE_LIMITED'],
    ]);
    expect(waits[0]?.[0]).toBe(58);
    const keys = sent.map(({ key }) => key);
    expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2, 2, 2, 2, 2, 7]);
  });

  test('waits for a rate limit as often as it takes', async () => {
    const far = { ...LIMITED, retryAfter: '58' };
    const { fetch } = givenAnswers(...Array.from({ length: 7 }, () => far), created(1));
    const [result, seconds] = await outcomeOf(clientOf(fetch).issueAll(rowsOf(1), { templateId: 't' }));
    expect([result, seconds]).toEqual([expect.objectContaining({ certificates: 1 }), 7 * 58]);
    // The limits show that the server was there between two outages.
    const between = givenAnswers(BUSY, ...Array.from({ length: 7 }, () => far), BUSY, created(1)).fetch;
    const [later] = await outcomeOf(clientOf(between, 0).issueAll(rowsOf(1), { templateId: 't' }));
    expect(later).toMatchObject({ certificates: 1 });
  });

  test('gives up after five minutes without the server, and at once with a wrong address', async () => {
    const down = Array.from({ length: 50 }, () => new TypeError('reset'));
    const { fetch } = givenAnswers(created(1), ...down);
    const [message, seconds] = await outcomeOf(clientOf(fetch).issueAll(rowsOf(2), { templateId: 't', batchSize: 1 }));
    expect([message, seconds >= 300 && seconds < 360]).toEqual([expect.stringContaining('No response from'), true]);
    const wrong = givenAnswers(...down);
    const [, soon] = await outcomeOf(clientOf(wrong.fetch).issueAll(rowsOf(2), { templateId: 't' }));
    expect([wrong.sent.length, soon < 5]).toEqual([3, true]);
  });

  test('stops in a wait, in a request and between rows with the reason of the signal', async () => {
    const reason = new Error('enough');
    const stopIn = (ms: number) => {
      const stop = new AbortController();
      setTimeout(() => stop.abort(reason), ms);
      return stop.signal;
    };
    let isClosed = false;
    async function* endless() {
      try {
        yield* rowsOf(3);
        await new Promise(() => undefined);
      } finally {
        isClosed = true;
      }
    }
    const run = (
      rows: Parameters<ReturnType<typeof clientOf>['issueAll']>[0],
      ...outcomes: Parameters<typeof givenAnswers>
    ) =>
      errorOf(
        clientOf(givenAnswers(...outcomes).fetch).issueAll(rows, {
          templateId: 't',
          batchSize: 2,
          signal: stopIn(500),
        }),
      );
    expect(await run(rowsOf(3), { ...LIMITED, retryAfter: '60' })).toBe(reason);
    expect(await run(rowsOf(3), 'hangs')).toBe(reason);
    expect(await run(endless(), created(2))).toBe(reason);
    async function* faulty() {
      try {
        yield* rowsOf(3);
      } finally {
        isClosed = true;
      }
    }
    const refused = { code: 'FORBIDDEN', status: 403 };
    const { issueAll: issueRefused } = clientOf(givenAnswers(refused).fetch);
    expect(await errorOf(issueRefused(faulty(), { templateId: 't', batchSize: 2 }))).toMatchObject({
      code: 'FORBIDDEN',
    });
    expect(isClosed).toBe(true);
    const own = new Error('of the rows');
    async function* broken() {
      yield* rowsOf(3);
      throw own;
    }
    const { issueAll } = clientOf(givenAnswers(created(2)).fetch);
    expect(await errorOf(issueAll(broken(), { templateId: 't', batchSize: 2 }))).toBe(own);
  });

  test('holds no more rows than those of one batch', async () => {
    let read = 0;
    const furthest: number[] = [];
    async function* rows() {
      for (const row of rowsOf(5000)) {
        read += 1;
        yield row;
      }
    }
    const { fetch } = givenAnswers(...Array.from({ length: 5 }, () => created(1000)));
    const counted = (...given: Parameters<typeof fetch>) => {
      furthest.push(read);
      return fetch(...given);
    };
    await clientOf(counted).issueAll(rows(), { templateId: 't' });
    expect(furthest).toEqual([1001, 2001, 3001, 4001, 5000]);
  });

  test('sends no body that the server refuses as too large', async () => {
    const { sent, fetch } = givenAnswers(...Array.from({ length: 4 }, () => created(1)));
    await clientOf(fetch).issueAll(rowsOf(100, { text: 'é'.repeat(30_000) }), { templateId: 't' });
    const sizes = sent.map(({ body }) => Buffer.byteLength(body));
    expect([sizes.length, Math.max(...sizes) <= 2_000_200, Math.min(...sizes) > 0]).toEqual([4, true, true]);
    expect(sent.flatMap(({ body }) => JSON.parse(body).recipients)).toHaveLength(100);
  });

  test('names other rows that a fault refers to', async () => {
    const fault = {
      ...{ path: 'recipients[1].externalId', code: 'duplicate', params: { row: 0 } },
      message: 'Issued already to the recipient at index 0. Leave it out, or revoke the other one.',
    };
    const refused = { code: 'VALIDATION_ERROR', status: 400, more: { details: [fault] } };
    const { fetch } = givenAnswers(created(1000), refused);
    const error = await errorOf(clientOf(fetch).issueAll(rowsOf(1500), { templateId: 't' }));
    expect(error).toMatchObject({
      details: [
        {
          ...{ path: 'rows[1001].externalId', code: 'duplicate', params: { row: 1000 } },
          message: 'Issued already to the recipient at index 1,000. Leave it out, or revoke the other one.',
        },
      ],
    });
  });

  test('keys depend on position and content, but not on the order of members', async () => {
    const keysOf = async (rows: { variables: Record<string, string> }[], options = {}) => {
      const { sent, fetch } = givenAnswers(...rows.map(() => created(1)));
      await clientOf(fetch).issueAll(rows, { templateId: 't', batchSize: 1, ...options });
      return sent.map(({ key }) => key);
    };
    const [one, other] = [{ variables: { a: '1', b: '2' } }, { variables: { b: '2', a: '1' } }];
    const keys = await keysOf([one, one]);
    expect([new Set(keys).size, await keysOf([other, other])]).toEqual([2, keys]);
    expect(await keysOf([{ variables: { a: '1', b: '3' } }, one])).toEqual([
      expect.not.stringMatching(keys[0] ?? ''),
      keys[1],
    ]);
    expect((await keysOf([one], { templateId: 'u' }))[0]).not.toBe(keys[0]);
    expect(await keysOf([one, one], { runId: 'r' })).toEqual(['r 0', 'r 1']);
  });

  test('refuses wrong options and rows before the first request, and issues nothing without rows', async () => {
    const { sent, fetch } = givenAnswers();
    for (const batchSize of [0, 1001, 1.5, Number.NaN])
      expect(await errorOf(clientOf(fetch).issueAll(rowsOf(1), { templateId: 't', batchSize }))).toBeInstanceOf(
        RangeError,
      );
    for (const runId of ['', 'ä', 'x'.repeat(201)])
      expect(await errorOf(clientOf(fetch).issueAll(rowsOf(1), { templateId: 't', runId }))).toBeInstanceOf(TypeError);
    const odd = [{ variables: { name: '' } }, { variables: { name: 1n as unknown as string } }];
    expect(await errorOf(clientOf(fetch).issueAll(odd, { templateId: 't' }))).toMatchObject({
      ...{ name: 'LaurelError', code: 'INVALID_INPUT', message: expect.stringContaining('rows[1]') },
    });
    expect(await clientOf(fetch).issueAll([], { templateId: 't' })).toEqual({
      ...{ batches: [], certificates: 0, credits: { consumed: 0, remaining: undefined } },
    });
    expect(sent).toEqual([]);
  });
});
