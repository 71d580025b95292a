import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import type { Principal } from '../../domain/api-keys/authenticate.ts';
import { appRouter } from '../../procedures/router.ts';
import type { Telemetry } from '../telemetry/meter.ts';
import type { RestRoute } from './rest-router.ts';

/** What handlers leave for the log. */
interface Locals {
  route?: RestRoute;
  caller?: Principal;
}

/** What the addresses begin with that are not of the API; the rest is the dashboard's. */
const PREFIXES = new Set([
  ...['health', 'ready', '.well-known', 'auth', 'docs', 'files', 'logos', 'thumbnails', 'achievements', 'issuers'],
  ...['exports', 'log', 'fonts', 'verify', 'assets'],
]);
/** Probes ask every few seconds. */
const PROBES = new Set(['/health', '/ready']);
/** As nginx calls it where a client has gone before its answer. */
const CLIENT_CLOSED = 499;

/**
 * One line in the log for each request, its duration among the figures, and its span. Nothing personal: the pattern of the route, and
 * ids of the organisation and of the key or person.
 */
export function observe(log: Logger, { metrics, tracing }: Telemetry): RequestHandler {
  return (request, response: Response<unknown, Locals>, next) => {
    const began = performance.now();
    const opened = tracing?.open(request.method, { kind: 'server', parent: request.headers.traceparent as string });
    response.once('close', () => {
      const ms = performance.now() - began;
      const { route: rest, caller } = response.locals;
      const route = routeOf(request.originalUrl, rest);
      // A stream ends when its client disconnects, which is neither an error nor a slow response.
      const isStream = String(response.getHeader('Content-Type')).startsWith('text/event-stream');
      const status = response.writableFinished || isStream ? response.statusCode : CLIENT_CLOSED;
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

/** A route's pattern: one of a bounded number, whatever is asked for. */
function routeOf(url: string, rest: RestRoute | undefined): string {
  if (rest) return `/api/v1${rest.path}`;
  const path = url.split('?', 1)[0] ?? '';
  const [, first = '', second = '', ...more] = path.split('/');
  if (first === 'trpc') return `/trpc/${second in appRouter._def.procedures ? second : '*'}`;
  if (first === 'api') return second === 'v1' && more[0] === 'openapi.json' ? '/api/v1/openapi.json' : '/api/*';
  if (!PREFIXES.has(first)) return '/*';
  return second === '' ? `/${first}` : `/${first}/*`;
}

/** Leaves who calls for the log. */
export function noteCaller(request: Request, caller: Principal): void {
  if (request.res) request.res.locals.caller = caller;
}
