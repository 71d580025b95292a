import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Telemetry } from '../telemetry/meter.ts';
import { makeMetrics } from '../telemetry/metrics.ts';
import { serveMetrics } from '../telemetry/serve-metrics.ts';
import { openTracing } from '../telemetry/tracing.ts';
import type { Shutdown } from './shutdown.ts';

/** Opens the configured metrics and traces. Their libraries are loaded only if needed. */
export async function openTelemetry({
  config,
  log,
  shutdown,
}: {
  config: Config;
  log: Logger;
  shutdown: Shutdown;
}): Promise<Telemetry> {
  const { METRICS_PORT: port, METRICS_HOST: host, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ROLE } = config;
  const tracing = endpoint === undefined ? null : await openTracing(ROLE);
  if (tracing) shutdown.closes.push(() => tracing.close());
  if (port === undefined) return { metrics: null, tracing };
  const metrics = await makeMetrics();
  const served = await serveMetrics(metrics, { host, port });
  shutdown.closes.push(() => served.close());
  log.info(`metrics for Prometheus at http://${host}:${served.port}/metrics`);
  return { metrics, tracing };
}
