import type { Span, SpanContext } from '@opentelemetry/api';
import { currentTrace } from '../../database/queue.ts';

interface SpanOptions {
  kind: 'server' | 'consumer' | 'internal' | 'client';
  /** Parent as a `traceparent`. Defaults to the current one. */
  parent?: string | undefined;
}

/** Traces by OpenTelemetry, sent to OTEL_EXPORTER_OTLP_ENDPOINT. Work inside a span, and the jobs that it adds, become its children. */
export interface Tracing {
  span<Result>(name: string, options: SpanOptions, work: () => Promise<Result>): Promise<Result>;
  /** Opens a span for work that ends with an event. `run` starts the work inside the span. */
  open(name: string, options: SpanOptions): { span: Span; run<Result>(work: () => Result): Result };
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

const SAMPLED = 1;

/** Loads OpenTelemetry, which reads its own variables, such as OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS. */
export async function openTracing(role: string): Promise<Tracing> {
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes, detectResources, envDetector }] = await Promise.all(
    [
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ],
  );
  const { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  const named = resourceFromAttributes({ 'service.name': 'laurel', 'laurel.role': role });
  const provider = new sdk.TracerProvider({
    resource: named.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer('laurel');
  const kinds = {
    server: SpanKind.SERVER,
    consumer: SpanKind.CONSUMER,
    internal: SpanKind.INTERNAL,
    client: SpanKind.CLIENT,
  };
  const open: Tracing['open'] = (name, { kind, parent = currentTrace.getStore() }) => {
    const above = parseTraceparent(parent);
    const from = above ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT;
    const span = tracer.startSpan(name, { kind: kinds[kind] }, from);
    return { span, run: (work) => currentTrace.run(traceparentOf(span.spanContext()), work) };
  };
  return {
    open,
    async span(name, options, work) {
      const { span, run } = open(name, options);
      try {
        return await run(work);
      } catch (error) {
        // Only the error's name, because a message may contain values of a certificate.
        span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown(),
  };
}

const traceparentOf = ({ traceId, spanId, traceFlags }: SpanContext): string =>
  `00-${traceId}-${spanId}-0${traceFlags & SAMPLED}`;

/** Parses a header of W3C Trace Context, section 3.2. */
function parseTraceparent(text: string | undefined): SpanContext | null {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(text ?? '') ?? [];
  if (!traceId || !spanId || !flags || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & SAMPLED, isRemote: true };
}
