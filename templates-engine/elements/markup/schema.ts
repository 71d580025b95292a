import { z } from 'zod';
import { issueOfPart } from '../../../errors/from-zod.ts';
import { boxFields } from '../shared/fields.ts';
import { checkTree } from './grammar/check.ts';
import type { MarkupElement } from './grammar/node.ts';

export const root = z.custom<MarkupElement>().superRefine((input, context) => {
  const faults = checkTree(input);
  if (faults.length > 0) context.addIssue(issueOfPart([], faults));
});

export const markupSchema = z.strictObject({ type: z.literal('markup'), ...boxFields, root });

export type MarkupDesignElement = z.infer<typeof markupSchema>;
