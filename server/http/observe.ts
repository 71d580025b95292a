import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Telemetry } from '../telemetry/meter.ts';
import type { RestRoute } from './rest-router.ts';

/** Values of a call by an agent: the procedure, and the status of its failure, which REST would answer. */
export interface ToolLocals {
  tool?: string;
  toolStatus?: number;
}

/** Values that handlers set for the log. */
interface Locals extends ToolLocals {
  route?: RestRoute;
  caller?: Principal;
}

/** First path segments outside the API. All other paths belong to the dashboard. */
const PREFIXES = new Set([
  ...['health', 'ready', '.well-known', 'auth', 'docs', 'files', 'logos', 'thumbnails', 'achievements', 'issuers'],
  ...['exports', 'log', 'fonts', 'verify', 's', 'v', 'share', 'my', 'mcp', 'assets'],
  ...['unsubscribe', 'confirm-address'],
]);
/** Probes, which arrive every few seconds. */
const PROBES = new Set(['/health', '/ready']);
/** Status for a client that disconnected before its answer, as in nginx. */
const CLIENT_CLOSED = 499;

/**
 * Logs one line for each request, records its duration as a metric, and creates its span. Nothing is personal: only the pattern of the
 * route, and ids of the organisation and of the key or user.
 */
export function observe(log: Logger, { metrics, tracing }: Telemetry): RequestHandler {
  return (request, response: Response<unknown, Locals>, next) => {
    const began = performance.now();
    const opened = tracing?.open(request.method, { kind: 'server', parent: request.headers.traceparent as string });
    response.once('close', () => {
      const ms = performance.now() - began;
      const { caller, toolStatus = response.statusCode } = response.locals;
      const route = routeOf(request.originalUrl, response.locals);
      // A stream ends when its client disconnects, which is neither an error nor a slow response.
      const isStream = String(response.getHeader('Content-Type')).startsWith('text/event-stream');
      const status = response.writableFinished || isStream ? toolStatus : CLIENT_CLOSED;
      const { method } = request;
      if (!isStream) metrics?.requests.observe({ method, route, status }, ms / 1000);
      opened?.span.updateName(`${method} ${route}`).setAttributes({
        'http.request.method': method,
        'http.route': route,
        'http.response.status_code': status,
      });
      opened?.span.end();
      const level = PROBES.has(route) ? 'debug' : 'info';
      if (!log.isLevelEnabled(level)) return;
      log[level](
        {
          method,
          route,
          status,
          ms: Math.round(ms * 10) / 10,
          ...(caller && {
            organisationId: caller.organisationId,
            [caller.person ? 'person' : 'key']: caller.callerId,
          }),
          requestId: response.get('X-Request-Id'),
        },
        'request',
      );
    });
    if (opened) opened.run(next);
    else next();
  };
}

/** Returns a route's pattern, one of a bounded number for any request. */
function routeOf(url: string, { route, tool }: Locals): string {
  if (route) return `/api/v1${route.path}`;
  if (tool) return `/mcp/${tool}`;
  const path = url.split('?', 1)[0] ?? '';
  const [, first = '', second = '', ...more] = path.split('/');
  if (first === 'trpc') return `/trpc/${second in appRouter._def.procedures ? second : '*'}`;
  if (first === 'api') return second === 'v1' && more[0] === 'openapi.json' ? '/api/v1/openapi.json' : '/api/*';
  if (!PREFIXES.has(first)) return '/*';
  return second === '' ? `/${first}` : `/${first}/*`;
}

/** Sets the caller for the log. */
export function noteCaller(request: Request, caller: Principal): void {
  if (request.res) request.res.locals.caller = caller;
}
