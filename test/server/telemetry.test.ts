import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWebhook } from '../../domain/webhooks/create.ts';
import { ask, describeJudgedBy } from '../proof/judges.ts';
import { sendMessage } from '../support/agents.ts';
import { freePort } from '../support/free-port.ts';
import { Laurel, type Tenant, VARIABLES } from '../support/laurel.ts';
import { sessionOf } from '../support/people.ts';
import { renderProcesses } from '../support/processes.ts';
import { Receiver } from '../support/receiver.ts';
import { waitFor } from '../support/wait-for.ts';

interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const spans: ExportedSpan[] = [];
let collector: Server;
let laurel: Laurel;
let tenant: Tenant;
let metricsUrl: string;

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const { resourceSpans } = (await readJson(request)) as {
      resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
    };
    spans.push(...resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const METRICS_PORT = String(await freePort());
  laurel = await Laurel.start(
    {
      LOG_LEVEL: 'info',
      METRICS_PORT,
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    { isApart: true },
  );
  metricsUrl = `http://127.0.0.1:${METRICS_PORT}/metrics`;
  tenant = await laurel.tenant();
});
afterAll(() => collector.close());

const metrics = async () => (await fetch(metricsUrl)).text();
const figureOf = (text: string, series: string): number =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length + 1),
  );

test("a trace covers the call, job, rendering and webhook, and continues the caller's trace", async () => {
  const receiver = await Receiver.start();
  const context = laurel.context(tenant);
  await createWebhook(context, { name: 'w', url: receiver.url, events: ['certificate.ready'] });
  const { templateId, key } = tenant;
  const { body } = await laurel.call('/certificates', {
    key,
    headers: { traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01` },
    body: { templateId, variables: VARIABLES, recipientEmail: 'ada@example.org', sendEmail: true },
  });
  await laurel.rendered(key, body.id);
  const wanted = ['POST /api/v1/certificates', 'job render-certificate', 'draw', 'sign', 'store', 'webhook', 'mail'];
  const ours = () => spans.filter(({ traceId }) => traceId === TRACE_ID);
  const names = () => ours().map(({ name }) => name);
  await waitFor(`the spans ${wanted}`, names, (found) => wanted.every((name) => found.includes(name)));
  const named = (name: string) => ours().find((span) => span.name === name);
  expect(named('POST /api/v1/certificates')?.parentSpanId).toBe('b7ad6b7169203331');
  expect(named('job render-certificate')?.parentSpanId).toBe(named('POST /api/v1/certificates')?.spanId);
  expect(named('draw')?.parentSpanId).toBe(named('job render-certificate')?.spanId);
  expect(named('webhook')?.parentSpanId).toBe(named('job deliver-webhook')?.spanId);
  expect(named('job deliver-webhook')?.parentSpanId).toBe(named('job render-certificate')?.spanId);
});

test('each request logs one line with the pattern, status and ids, and nothing about the certificate or the user', async () => {
  const { key, organisationId } = tenant;
  const session = await sessionOf(laurel, tenant, 'ada.private@example.org', 'viewer');
  const id = '01900000-0000-7000-8000-00000000cafe';
  await laurel.call(`/certificates/${id}?secret=hunter2`, { key, headers: { 'X-Request-Id': 'mine-1' } });
  await laurel.call('/certificates', { key: 'svc_live_nonsense', headers: { 'X-Request-Id': 'mine-2' } });
  await fetch(`${laurel.url}/trpc/credits.get`, { headers: { ...session, 'X-Request-Id': 'mine-3' } });
  await fetch(`${laurel.url}/no/such/page`, { headers: { 'X-Request-Id': 'mine-4' } });
  await fetch(`${laurel.url}/share/hunter2`, { headers: { 'X-Request-Id': 'mine-5' } });
  await fetch(`${laurel.url}/unsubscribe?code=hunter2`, { headers: { 'X-Request-Id': 'mine-9' } });
  await fetch(`${laurel.url}/confirm-address?code=hunter2`, { headers: { 'X-Request-Id': 'mine-10' } });
  for (const [requestId, name] of [
    ['mine-6', 'credits_get'],
    ['mine-7', 'certificates_get'],
    ['mine-8', 'hunter2'],
  ] as const) {
    const params = { name, arguments: name === 'certificates_get' ? { id } : {} };
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    await sendMessage(laurel, message, { key, headers: { 'X-Request-Id': requestId } });
  }
  const lineOf = async (requestId: string) => {
    const read = () => laurel.logged.split('\n').find((text) => text.includes(`"requestId":"${requestId}"`));
    return JSON.parse(await waitFor(`a line of ${requestId}`, read, (line) => line !== undefined));
  };
  expect(await lineOf('mine-1')).toEqual({
    level: 30,
    time: expect.any(String),
    role: 'all',
    msg: 'request',
    method: 'GET',
    route: '/api/v1/certificates/{id}',
    status: 400,
    ms: expect.any(Number),
    organisationId,
    key: expect.any(String),
    requestId: 'mine-1',
  });
  expect(await lineOf('mine-2')).toMatchObject({ route: '/api/v1/certificates', status: 401 });
  expect(await lineOf('mine-2')).not.toHaveProperty('organisationId');
  expect(await lineOf('mine-3')).toMatchObject({ organisationId, person: expect.any(String) });
  expect(await lineOf('mine-4')).toMatchObject({ route: '/*' });
  expect(await lineOf('mine-5')).toMatchObject({ route: '/share/*', status: 404 });
  expect(await lineOf('mine-6')).toMatchObject({ route: '/mcp/credits.get', status: 200, organisationId });
  expect(await lineOf('mine-7')).toMatchObject({
    route: '/mcp/certificates.get',
    status: 404,
    key: expect.any(String),
  });
  expect(await lineOf('mine-8')).toMatchObject({ route: '/mcp', status: 200 });
  expect(await lineOf('mine-9')).toMatchObject({ route: '/unsubscribe', status: 410 });
  expect(await lineOf('mine-10')).toMatchObject({ route: '/confirm-address', status: 410 });
  expect(laurel.logged).not.toMatch(/hunter2|ada\.private|ada@example|cafe|Łucja|svc_live_|127\.0\.0\.1.*request/);
});

test('metrics count requests, credits, jobs, stages, e-mails and webhooks, and cover queues, pools and the event loop', async () => {
  const before = figureOf(await metrics(), 'laurel_credits_spent_total');
  await laurel.issue(tenant);
  const text = await metrics();
  expect(figureOf(text, 'laurel_credits_spent_total')).toBe(before + 1);
  const requests = 'laurel_http_request_duration_seconds_count';
  expect(figureOf(text, `${requests}{method="POST",route="/api/v1/certificates",status="201"}`)).toBe(2);
  expect(figureOf(text, 'laurel_rendering_stage_duration_seconds_count{stage="draw"}')).toBe(2);
  expect(figureOf(text, 'laurel_webhook_attempts_total{outcome="2xx"}')).toBeGreaterThan(0);
  expect(figureOf(text, 'laurel_queue_depth{queue="renders"}')).toBe(0);
  expect(figureOf(text, 'laurel_pool_connections{pool="queues",state="idle"}')).toBeGreaterThan(0);
  expect(figureOf(text, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
});

test('metrics of the queues are current, and absent while the database does not answer', async () => {
  const database = new pg.Client({ connectionString: laurel.databaseUrl });
  await database.connect();
  const queue = async () => {
    const text = await metrics();
    const [age, depth] = ['age_seconds', 'depth'].map((name) => `laurel_queue_${name}{queue="tasks"}`);
    return { age: figureOf(text, age ?? ''), depth: figureOf(text, depth ?? '') };
  };
  // No worker knows this task.
  await database.query(
    "select laurel_tasks.add_job('nobody', run_at => now() - interval '1 minute', job_key => 'nobody')",
  );
  const waiting = await queue();
  expect(waiting).toEqual({ age: expect.any(Number), depth: 1 });
  expect(waiting.age).toBeGreaterThan(0);
  await database.query("select laurel_tasks.remove_job('nobody')");
  expect(await queue()).toEqual({ age: 0, depth: 0 });
  await database.query('begin; lock table laurel_tasks._private_jobs in access exclusive mode');
  expect(await queue()).toEqual({ age: Number.NaN, depth: Number.NaN });
  await database.query('rollback');
  await database.end();
  expect(await queue()).toEqual({ age: 0, depth: 0 });
});

test('ends of render processes are counted by task and reason', async () => {
  const { pid = 0 } = laurel.process;
  const killing = setInterval(() => {
    for (const child of renderProcesses(pid)) process.kill(child, 'SIGKILL');
  }, 20);
  const series = 'laurel_render_process_ends_total{task="render",reason="outside"}';
  const { templateId, key } = tenant;
  const issue = async () =>
    (await laurel.call('/certificates', { key, body: { templateId, variables: VARIABLES } })).body;
  let { id } = await issue();
  try {
    const read = async () => {
      const { body } = await laurel.call(`/certificates/${id}`, { key });
      // The rendering completed between two kills.
      if (body.renderStatus === 'COMPLETED') ({ id } = await issue());
      return figureOf(await metrics(), series);
    };
    // The API allows 120 reads per minute.
    await waitFor('a counted end', read, (count) => count > 0, { everyMs: 600 });
  } finally {
    clearInterval(killing);
  }
  await laurel.rendered(key, id);
});

test('the dashboard and the alerts name existing metrics', async () => {
  const { templateId, key } = tenant;
  await laurel.call('/batches', { key, body: { templateId, recipients: [{ variables: VARIABLES }] } });
  const text = await waitFor('the rendering of a batch', metrics, (now) => now.includes('job="render-in-turn"'));
  const known = new Set([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '']) => name));
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const panels = JSON.parse(readFileSync('deploy/grafana/laurel.json', 'utf8')).panels as {
    targets: { expr: string }[];
  }[];
  const used = [alerts, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))].flatMap((expression) =>
    [...expression.matchAll(/\b(laurel|nodejs|process)_\w+/g)].map(([name]) => name),
  );
  expect(used.length).toBeGreaterThan(20);
  const unknown = used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')));
  expect(unknown).toEqual([]);
  const labels = [
    ...`${alerts}${JSON.stringify(panels)}`.matchAll(/\b(stage|job|outcome|queue|state|cache)=~?\\*"([\w|-]+)/g),
  ].flatMap(([, label, values = '']) => values.split('|').map((value) => [label, value] as const));
  expect(labels.length).toBeGreaterThan(10);
  // Nothing has failed in this test.
  for (const [label, value] of labels)
    if (value !== 'laurel' && value !== 'failure')
      expect(`${label}=${text.includes(`${label}="${value}"`) || value}`).toBe(`${label}=true`);
  const runbook = readFileSync('docs/operations.md', 'utf8');
  const anchors = [...runbook.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title.toLowerCase().replaceAll(' ', '-'),
  );
  for (const [, anchor] of alerts.matchAll(/operations\.md#([\w-]+)/g)) expect(anchors).toContain(anchor);
});

describeJudgedBy(['promtool'], 'Prometheus', () => {
  test('accepts the metrics and the rules without a finding', async () => {
    // promtool would choose different names for Node's own metrics.
    const own = (await metrics()).split('\n').filter((line) => /^(# \w+ )?laurel_/.test(line));
    expect(ask('promtool', ['check', 'metrics'], Buffer.from(`${own.join('\n')}\n`))).toEqual({ status: 0, said: '' });
    expect(ask('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yml'])).toMatchObject({ status: 0 });
  });
});
