import cors from 'cors';

/** For public resources: any page may read them, with the headers for retrying and for reporting a request. */
export const publicCors = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});
