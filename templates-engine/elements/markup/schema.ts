import { z } from 'zod';
import { boxFields } from '../shared/fields.ts';
import { checkTree } from './grammar/check.ts';
import type { MarkupElement } from './grammar/node.ts';

export const root = z.custom<MarkupElement>().superRefine((input, context) => {
  for (const { path, message } of checkTree(input)) context.addIssue({ code: 'custom', path: [...path], message });
});

export const markupSchema = z.strictObject({ type: z.literal('markup'), ...boxFields, root });

export type MarkupDesignElement = z.infer<typeof markupSchema>;
