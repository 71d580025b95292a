import { z } from 'zod';
import { Credits, readCredits } from '../domain/credits/read.ts';
import { router, withScope } from './base.ts';

export const credits = router({
  get: withScope('credits:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/credits',
        summary: 'Read the balance',
        description: 'The credits that the organisation has left.',
        tags: ['Credits'],
      },
    })
    .input(z.object({}))
    .output(Credits)
    .query(({ ctx }) => readCredits(ctx.domain)),
});
