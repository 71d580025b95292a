import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Counter, Gauge, Histogram } from 'prom-client';
import { CACHES } from '../../domain/shared/caches.ts';

/** Buckets in seconds, from a look-up to the longest timeout. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
/** Sampling interval for Node's event loop metrics, in ms. */
const EVENT_LOOP_MS = 50;
/**
 * Maximum wait for the state of the queues, in ms. Prometheus gives up after 10 s by default, and the other metrics matter most while the
 * database is down.
 */
const QUEUES_MS = 2000;

export interface QueueState {
  queue: string;
  /** Number of waiting jobs, up to a bound. */
  depth: number;
  /** Seconds since the first waiting job could have run. */
  age: number;
}

/** Values that are read on each scrape. */
interface Sources {
  queues(): Promise<QueueState[]>;
  /** Findings of the periodic integrity check. */
  findings(): Promise<number>;
  pools(): Iterable<[name: string, pool: Pool]>;
}

/** Metrics of a process for Prometheus. */
export interface Metrics {
  requests: Histogram<'method' | 'route' | 'status'>;
  jobs: Histogram<'job' | 'outcome'>;
  stages: Histogram<'stage'>;
  renderProcessEnds: Counter<'task' | 'reason'>;
  mails: Counter<'outcome' | 'server'>;
  webhooks: Counter<'outcome'>;
  creditsSpent: Counter;
  refusedJobs: Counter<'job'>;
  /** Provides the sources of queue and pool metrics. */
  watch(sources: Sources): void;
  /** Returns all metrics in Prometheus's text format. */
  text(): Promise<{ type: string; body: string }>;
}

/** Loads prom-client and defines the metrics. Their names match deploy/prometheus and deploy/grafana. */
export async function makeMetrics(): Promise<Metrics> {
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_MS });
  const histogram = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Histogram({ name, help, labelNames, buckets: SECONDS, registers });
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[], collect?: () => unknown) =>
    new Gauge({ name, help, labelNames, registers, ...(collect && { collect }) } as never) as Gauge<Label>;
  let sources: Sources | undefined;
  const ages = gauge('laurel_queue_age_seconds', 'Seconds that the next job of a queue has been waiting', ['queue']);
  const depths = gauge('laurel_queue_depth', 'Jobs waiting in a queue, at most 100000', ['queue']);
  const setQueues = async () => {
    const states = sources?.queues().catch(() => []);
    const known = await Promise.race([states, sleep(QUEUES_MS, [], { ref: false })]);
    // If the state is unknown, the metrics are absent instead of outdated.
    ages.reset();
    depths.reset();
    for (const { queue, depth, age } of known ?? []) {
      depths.set({ queue }, depth);
      ages.set({ queue }, age);
    }
  };
  const findings = gauge('laurel_integrity_findings', 'Rows and files that were changed outside Laurel', []);
  const setFindings = async () => {
    const asked = sources?.findings().catch(() => null);
    const known = await Promise.race([asked, sleep(QUEUES_MS, null, { ref: false })]);
    findings.reset();
    if (known === null || known === undefined) findings.remove();
    else findings.set(known);
  };
  const connections = gauge(
    'laurel_pool_connections',
    'Connections to PostgreSQL, and callers waiting for one',
    ['pool', 'state'],
    () => {
      connections.reset();
      for (const [pool, { totalCount, idleCount, waitingCount }] of sources?.pools() ?? []) {
        connections.inc({ pool, state: 'used' }, totalCount - idleCount);
        connections.inc({ pool, state: 'idle' }, idleCount);
        connections.inc({ pool, state: 'waiting' }, waitingCount);
      }
    },
  );
  const lookups = counter('laurel_cache_lookups_total', 'Look-ups in the caches of the process', ['cache', 'outcome']);
  const setLookups = () => {
    lookups.reset();
    for (const [cache, { hits, misses }] of Object.entries(CACHES)) {
      lookups.inc({ cache, outcome: 'hit' }, hits);
      lookups.inc({ cache, outcome: 'miss' }, misses);
    }
  };
  return {
    requests: histogram('laurel_http_request_duration_seconds', 'Requests by route and status', [
      ...(['method', 'route', 'status'] as const),
    ]),
    jobs: histogram('laurel_job_duration_seconds', 'Runs of jobs', [...(['job', 'outcome'] as const)]),
    stages: histogram('laurel_rendering_stage_duration_seconds', 'Stages of a certificate: draw, sign, store', [
      'stage',
    ]),
    renderProcessEnds: counter('laurel_render_process_ends_total', 'Render processes that ended during a task', [
      ...(['task', 'reason'] as const),
    ]),
    mails: counter('laurel_mails_total', 'Certificate and account e-mails by outcome and server', [
      ...(['outcome', 'server'] as const),
    ]),
    webhooks: counter('laurel_webhook_attempts_total', 'Webhook delivery attempts by outcome', ['outcome']),
    creditsSpent: counter('laurel_credits_spent_total', 'Credits spent on certificates'),
    refusedJobs: counter(
      'laurel_refused_jobs_total',
      'Jobs refused because Laurel did not write the rows they act on',
      ['job'],
    ),
    watch(given) {
      sources = given;
    },
    async text() {
      setLookups();
      await Promise.all([setQueues(), setFindings()]);
      return { type: registry.contentType, body: await registry.metrics() };
    },
  };
}
