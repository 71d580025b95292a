import cors from 'cors';

/** CORS for public resources. Any page may read them, including the headers for limits, retries and the request id. */
export const publicCors = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});
