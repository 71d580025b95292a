import compression from 'compression';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { makeAuthenticate } from '../../domain/api-keys/authenticate.ts';
import { type DomainError, notFound } from '../../domain/errors.ts';
import type { EventHub } from '../../domain/events/share.ts';
import { NotAuthenticError } from '../../domain/shared/authentic-rows.ts';
import { noteRequest } from '../../domain/shared/slices.ts';
import type { VerificationServices } from '../../domain/verification/verify.ts';
import { toDomainError } from '../../procedures/errors.ts';
import type { Auth } from '../adapters/auth.ts';
import { AUTH_PATH } from '../adapters/better-auth.ts';
import type { KeyRing } from '../adapters/keys/key-ring.ts';
import type { Config } from '../config.ts';
import type { Telemetry } from '../telemetry/meter.ts';
import { ALIVE } from '../version.ts';
import {
  type Authenticate,
  keyOrSession,
  makeAdmit,
  makeAdmitCaller,
  makeReadmit,
  makeSessionOf,
} from './admission.ts';
import { sendError } from './answer.ts';
import { authRouter } from './auth-routes.ts';
import { confirmAddress } from './confirm-address.ts';
import { constantJson } from './constant.ts';
import { dashboardRouter } from './dashboard.ts';
import { docsRouter } from './docs/router.ts';
import { exportsRouter } from './exports.ts';
import { achievementsRouter, filesRouter, logosRouter, thumbnailsRouter } from './files.ts';
import { fontsRouter } from './fonts.ts';
import { makeGuessLimit } from './guess-limits.ts';
import { issuersRouter } from './issuers.ts';
import { logRouter } from './log.ts';
import { mcpHandler } from './mcp/handler.ts';
import { myPage } from './my-page/router.ts';
import { nativeHandler } from './native.ts';
import { observe } from './observe.ts';
import { openApiDocument } from './openapi/document.ts';
import { contentPolicy } from './policy.ts';
import { publicCors } from './public-cors.ts';
import { makeRateLimits } from './rate-limits.ts';
import type { Readiness } from './readiness.ts';
import { requestId } from './request-id.ts';
import { restRouter } from './rest.ts';
import { unsubscribe } from './unsubscribe.ts';
import { legacyAddresses } from './verify-page/legacy-addresses.ts';
import { shortAddresses, verifyPage } from './verify-page/router.ts';
import { sharedPages } from './verify-page/shared.ts';
import { wellKnownRouter } from './well-known.ts';

export interface AppParts {
  config: Config;
  services: VerificationServices;
  keys: KeyRing;
  auth: Auth;
  /** Separate connections for the rate limits. */
  pool: Pool;
  readiness: Readiness;
  /** Followers of events. */
  hub: EventHub;
  log: Logger;
  telemetry: Telemetry;
}

/** Paths of private answers, which neither browsers nor proxies may cache. */
const PRIVATE_PATHS = [AUTH_PATH, '/exports', '/fonts/own', '/api/v1', '/mcp', '/trpc'];

/** Returns true if the call failed on rows that were written outside the product. */
const isForged = (error: unknown): boolean =>
  error instanceof NotAuthenticError || (error instanceof Error && error.cause !== undefined && isForged(error.cause));

/** Creates the routes of the process. */
export function createApp({
  config,
  services,
  keys,
  auth,
  pool,
  readiness,
  hub,
  log,
  telemetry,
}: AppParts): express.Express {
  const consumeLimit = makeRateLimits(config, pool);
  const authenticate = makeAuthenticate(services);
  const byKey: Authenticate = (request) => authenticate(request.headers.authorization);
  const admitKey = makeAdmitCaller(byKey, consumeLimit);
  const admit = makeAdmit(admitKey, consumeLimit);
  const sessionOf = makeSessionOf(auth);
  const readmit = makeReadmit(keyOrSession(byKey, services, ({ headers }) => auth.userOf(headers)));
  const admitNative = makeAdmit(makeAdmitCaller(keyOrSession(byKey, services, sessionOf), consumeLimit), consumeLimit);
  const logError = (error: DomainError, request: Request) => {
    if (error.status < 500) return;
    const at = { requestId: request.res?.get('X-Request-Id'), method: request.method, path: request.path };
    // While the database is unavailable, every request fails. One line per request, without the stack.
    if (error.code === 'SERVICE_UNAVAILABLE') log.warn({ ...at, reason: String(error.cause) }, 'not available');
    else log.error({ ...at, ...(isForged(error.cause) && { security: true }), err: error.cause }, 'request failed');
  };
  const policy = contentPolicy();
  const app = express();
  app.set('trust proxy', config.trustProxy).disable('x-powered-by').disable('etag');
  app.use(
    helmet({
      contentSecurityPolicy: false,
      strictTransportSecurity: services.installation.address.startsWith('https:'),
    }),
  );
  app.use(observe(log, telemetry));
  app.use((request, response, next) => {
    response.once('close', noteRequest());
    response.set({
      'X-Request-Id': requestId(request.headers),
      'Content-Security-Policy': policy,
    });
    next();
  });
  app.get('/health', (_request, response) => void response.json(ALIVE));
  app.get('/ready', async (_request, response) => {
    const { reason, integrity } = await readiness();
    response
      .status(reason ? 503 : 200)
      .json(reason ? { status: 'unavailable', reason } : { status: 'ready', integrity });
  });
  app.use('/.well-known', wellKnownRouter(services, keys));
  app.use(['/api/v1/openapi.json', '/log'], publicCors);
  app.get(
    '/api/v1/openapi.json',
    constantJson(() => openApiDocument(services.installation.address)),
  );
  app.use(PRIVATE_PATHS, (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  app.use('/api/v1', restRouter(services, { admit, auth }, logError));
  app.use(AUTH_PATH, authRouter({ auth, services, consumeLimit, signInLimit: config.RATE_LIMIT_SIGN_IN }));
  app.use('/docs', docsRouter(services.installation.address));
  app.use('/files', filesRouter(services));
  app.use('/logos', logosRouter(services));
  app.use('/thumbnails', thumbnailsRouter(services));
  app.use('/achievements', achievementsRouter(services));
  app.use('/issuers', issuersRouter(services));
  app.use('/exports', exportsRouter(services, admitNative));
  app.use('/log', logRouter(services, admit));
  app.use('/fonts', fontsRouter(services, admitNative));
  app.use('/verify', verifyPage(services, admit));
  app.use('/my', myPage(services, admit));
  app.use('/confirm-address', confirmAddress(services, admit));
  app.use('/unsubscribe', unsubscribe(services, admit));
  app.use('/s', shortAddresses(services, admit));
  app.use('/share', sharedPages(services, admit));
  app.use('/v', legacyAddresses(services, admit, makeGuessLimit(pool, 'legacy-codes')));
  app.all('/mcp', mcpHandler({ services, auth, admitKey, admit }, logError));
  app.use(['/trpc', '/assets'], compression());
  app.use('/trpc', nativeHandler({ services, admit: admitNative, readmit, auth, sessionOf, hub }, logError));
  app.use(dashboardRouter());
  app.use(() => {
    throw notFound();
  });
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    const failure = toDomainError(error);
    logError(failure, request);
    // A started response can't become an error. The connection is cut, so that the client sees it as incomplete.
    if (response.headersSent) response.destroy();
    else sendError(response, failure);
  });
  return app;
}
