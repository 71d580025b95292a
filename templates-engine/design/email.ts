import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { hasLineControl, MARGIN } from '../../errors/text-fault.ts';
import { placeholdersOf } from '../text/placeholders.ts';
import { MAX_LENGTHS } from './properties.ts';

/** Placeholders that the texts of e-mails accept. */
const PLACEHOLDERS = ['recipientName', 'templateName', 'organizationName'];

/** Refuses other placeholders than those of e-mails. */
export const withEmailPlaceholders = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.superRefine((text, context) => {
    const names = placeholdersOf(text);
    const unknown = names?.filter((name) => !PLACEHOLDERS.includes(name)) ?? ['{{'];
    if (unknown.length === 0) return;
    const params = { placeholder: unknown[0] ?? '', accepted: PLACEHOLDERS.map((name) => `{{${name}}}`) };
    context.addIssue({ code: 'custom', ...fault('unknown_placeholder', params) });
  });

const placeholder = (space: string) => `\\{\\{${space}(${PLACEHOLDERS.join('|')})${space}\\}\\}`;
const [CHARACTER, LINE_CHARACTER] = ['[^{\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]', '[^{\\x00-\\x1f\\x7f-\\x9f]'];

/** Patterns of these texts for the API document: a single brace is text. */
export const EMAIL_PATTERNS = {
  text: `^(${CHARACTER}|\\{${CHARACTER}|${placeholder(MARGIN)})*\\{?$`,
  line: `^${MARGIN}(${LINE_CHARACTER}|\\{${LINE_CHARACTER}|${placeholder(' *')})*\\{?${MARGIN}$`,
} as const;

const text = (most: number) => z.string().normalize('NFC').trim().min(1).max(most);

/** How the certificates of a template are e-mailed. Members that are left out are those of the organisation. */
export const email = z.strictObject({
  /** False for a mail that only leads to the certificate; true by default. */
  attachment: z.boolean().optional(),
  subject: withEmailPlaceholders(
    text(MAX_LENGTHS.emailSubject).refine((line) => !hasLineControl(line), fault('several_lines')),
  ).optional(),
  intro: withEmailPlaceholders(text(MAX_LENGTHS.emailIntro)).optional(),
  signature: text(MAX_LENGTHS.emailSignature).optional(),
});
