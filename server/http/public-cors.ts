import cors from 'cors';

/** For what is public: any page may read it, and may see when to come back and how to name the call. */
export const publicCors = cors({
  methods: ['GET', 'HEAD'],
  exposedHeaders: ['Retry-After', 'X-Request-Id'],
  maxAge: 86_400,
});
