import cors from 'cors';

/** For public resources: any page may read them, with the headers for limits, for retrying and for reporting a request. */
export const publicCors = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: ['RateLimit', 'RateLimit-Policy', 'Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});
