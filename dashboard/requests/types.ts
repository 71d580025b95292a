import type { Outputs } from '../lib/session.ts';

export type Request = Outputs['requests']['list']['requests'][number];
