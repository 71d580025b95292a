import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JobHelpers } from 'graphile-worker';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { database } from '../../database/sql.ts';
import { DomainError } from '../../domain/errors.ts';
import { renderCertificateTask } from '../../jobs/tasks.ts';
import { postQuery } from '../../server/adapters/time-stamps/post-query.ts';
import { makeTimestamps, type TimeStampOptions } from '../../server/adapters/time-stamps/time-stamps.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { samplePdf } from '../proof/pdf-signature/sample-pdf.ts';
import { startAuthority, type TimeStampAuthority } from '../proof/pdf-signature/time-stamp-authority.ts';
import { Laurel, VARIABLES } from '../support/laurel.ts';
import { waitFor } from '../support/wait-for.ts';

const folder = mkdtempSync(join(tmpdir(), 'laurel-tsa-'));
afterAll(() => rmSync(folder, { recursive: true }));

const digest = new Uint8Array(32).fill(7);
type Answer = (response: ServerResponse, query: Buffer, before: number) => void;

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing) close();
});

/** Starts a time-stamp server with these answers. `asked` counts the requests. */
async function serve(answer: Answer) {
  const state = { asked: 0, url: '' };
  const server = createServer(async (request, response) => {
    const query = Buffer.concat(await request.toArray());
    answer(response, query, state.asked++);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return state;
}

/** The product's times, shortened to a hundredth. */
const TIMES = { attempt: 150, firstPause: 10, longestPause: 160, wait: 1_200, probe: 100_000 };

function stamper(url: string, options: Partial<TimeStampOptions> = {}) {
  const warnings: string[] = [];
  const stamp = makeTimestamps({
    post: (query, signal) => postQuery(new URL(url), query, signal),
    now: () => new Date(),
    isRequired: false,
    warn: (message) => warnings.push(message),
    times: TIMES,
    ...options,
  });
  return { stamp, warnings };
}

const FALSE_ANSWERS: Record<string, Answer> = {
  garbage: (response) => response.end('garbage'),
  'an error': (response) => response.writeHead(500).end(),
  'a redirect': (response) => response.writeHead(302, { Location: 'http://127.0.0.1:1/' }).end(),
  nothing: () => undefined,
  'half an answer': (response) => {
    response.writeHead(200, { 'Content-Length': 1000 }).write('half');
    setTimeout(() => response.destroy(), 5);
  },
  'no end': (response) => void response.write(Buffer.alloc(1 << 17)),
};

test.each(Object.keys(FALSE_ANSWERS))(
  'a server that answers with %s is retried, then reported in a warning',
  async (what) => {
    const server = await serve(FALSE_ANSWERS[what] as Answer);
    const { stamp, warnings } = stamper(server.url);
    expect(await stamp(digest)).toBeNull();
    expect(server.asked).toBeGreaterThan(1);
    expect(warnings).toEqual([expect.stringMatching(/^a PDF is signed without a time stamp: [^\n]+$/)]);
  },
);

test('while the server is known to be down, no certificate waits for it, and one of them probes it', async () => {
  let isDown = true;
  const server = await serve((response) => (isDown ? response.end('garbage') : response.end('other garbage')));
  // Counted when it is sent. A request that ran into its time limit can reach the server later.
  let sent = 0;
  const { stamp, warnings } = stamper(server.url, {
    post: (query, signal) => {
      sent++;
      return postQuery(new URL(server.url), query, signal);
    },
  });
  await Promise.all([stamp(digest), stamp(digest)]);
  const before = sent;
  for (let index = 0; index < 5; index++) expect(await stamp(digest)).toBeNull();
  expect(sent).toBe(before);
  isDown = false;
  const now = performance.now.bind(performance);
  let passed = TIMES.probe / 2;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  onTestFinished(() => clock.mockRestore());
  // Certificates do not put the probe off.
  expect([await stamp(digest), sent]).toEqual([null, before]);
  // The time of a probe comes.
  passed = TIMES.probe;
  await Promise.all([stamp(digest), stamp(digest), stamp(digest)]);
  expect(sent).toBe(before + 1);
  expect(warnings).toHaveLength(11);
});

test('if time stamps are required, a certificate without one is refused, so that its job is retried', async () => {
  const server = await serve((response) => response.end('garbage'));
  const { stamp, warnings } = stamper(server.url, { isRequired: true });
  await expect(stamp(digest)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(server.asked).toBeGreaterThan(1);
  expect(warnings).toEqual([]);
});

test('if time stamps are required, a certificate waits for one, and does not fail after any number of attempts', async () => {
  const laurel = await Laurel.start({ ROLE: 'api' });
  const { key, organisationId, templateId } = await laurel.tenant();
  const { body: issued } = await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } });
  const { services } = laurel.installation;
  const unstamped = {
    ...services,
    pdfSigner: { ...services.pdfSigner, placeholder: services.pdfSigner.placeholder, sign: refuse },
  };
  const jobs = async () => {
    const { rows } = await sql<{ later: boolean }>`
      select run_at > now() + interval '30 seconds' as later from laurel_renders._private_jobs order by id`.execute(
      database(services.em()),
    );
    return rows.map(({ later }) => later);
  };
  expect(await jobs()).toEqual([false]);
  const last = { job: { id: '1', attempts: 4 }, logger: { error: () => undefined } } as unknown as JobHelpers;
  await renderCertificateTask(unstamped)({ organisationId, certificateId: issued.id }, last);
  expect(await jobs()).toEqual([false, true]);
  const { body } = await laurel.call(`/certificates/${issued.id}`, { key });
  expect(body.renderStatus).toBe('RENDERING');
});

const refuse = async (): Promise<never> => {
  throw new DomainError('SERVICE_UNAVAILABLE', 'No time stamp');
};

describeJudgedBy(['openssl', 'pdfsig'], 'a time-stamp authority', () => {
  let authority: TimeStampAuthority;
  beforeAll(async () => {
    authority = await startAuthority(folder, { kind: 'rsa', essDigest: 'sha256' });
  });
  afterAll(() => authority.close());

  test('time-stamps the PDF after wrong answers, and uses a server that recovered', async () => {
    let isDown = true;
    const server = await serve((response, query) => response.end(isDown ? 'garbage' : authority.answer(query)));
    const { stamp } = stamper(server.url, { times: { ...TIMES, attempt: 15_000, wait: 16_000, probe: 1 } });
    expect(await stamp(digest)).toBeNull();
    isDown = false;
    // A probe is due after 1 ms.
    const stamped = await waitFor(
      'a time stamp',
      () => stamp(digest),
      (token) => token !== null,
    );
    expect(stamped).toBeInstanceOf(Buffer);
    expect(await stamp(digest)).toBeInstanceOf(Buffer);
  });

  test('stamps the signatures of an installation with TSA_URL', async () => {
    const server = await serve((response, query, before) =>
      response.end(before === 0 ? 'garbage' : authority.answer(query)),
    );
    const laurel = await Laurel.start({ TSA_URL: server.url });
    const { pdfSigner } = laurel.installation.services;
    const room = pdfSigner.placeholder(new Date());
    const { pdf, at } = samplePdf(room);
    const signed = await pdfSigner.sign(pdf, room, at);
    expect(server.asked).toBe(2);
    const path = join(folder, 'stamped.pdf');
    writeFileSync(path, signed);
    const { said } = ask('pdfsig', ['-nocert', path]);
    expect(said).toContain('Signature is Valid');
    expect(said).toContain('Total document signed');
    const timeStampToken = '060B2A864886F70D010910020E';
    expect(Buffer.from(signed).toString('latin1')).toContain(timeStampToken);
  });
});
