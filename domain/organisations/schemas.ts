import { z } from 'zod';
import { placeholdersOf } from '../../templates-engine/index.ts';
import { SafeString, WebAddressOrEmpty } from '../shared/schemas.ts';

/** What the texts of e-mails may use. */
const PLACEHOLDERS = ['recipientName', 'templateName', 'organizationName'];

const oneLine = (max: number) =>
  SafeString.max(max).refine((text) => !/[\r\n\u2028\u2029]/.test(text), 'must be a single line');

const withPlaceholders = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.superRefine((text, context) => {
    const names = placeholdersOf(text);
    const unknown = names?.filter((name) => !PLACEHOLDERS.includes(name)) ?? ['{{'];
    if (unknown.length === 0) return;
    const known = PLACEHOLDERS.map((name) => `{{${name}}}`).join(', ');
    context.addIssue({ code: 'custom', message: `has a placeholder that is not one of ${known}: ${unknown[0]}` });
  });

/** Its host goes into the policy of the verification page: what separates parts of one is refused in all of it. */
const LogoAddress = WebAddressOrEmpty.refine(
  (text) => !/[;*]|,\s*https?:/i.test(text),
  'must be one address without ; and *',
);

const BrandColor = SafeString.regex(/^(#[0-9a-fA-F]{6})?$/, 'must be a colour as in #1F4E8C');

const fields = {
  organizationName: oneLine(200),
  logoUrl: LogoAddress,
  brandColor: BrandColor,
  websiteUrl: WebAddressOrEmpty,
  emailSenderName: oneLine(100),
  emailSubject: withPlaceholders(oneLine(200)).describe(
    'May use {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  emailIntroMessage: withPlaceholders(SafeString.max(5000)).describe(
    'May use {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  emailSignature: SafeString.max(2000),
};

/** Specification 4.10: only the fields supplied are updated; an empty string clears. */
export const UpdateOrganisation = z.object(fields).partial().meta({ id: 'UpdateOrganisation' });
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>;

/** Specification 2.5. */
export const Organisation = z
  .object({
    organizationName: z.string().nullable(),
    logoUrl: z.url().nullable(),
    brandColor: z.string().nullable().describe('In the form #RRGGBB'),
    websiteUrl: z.url().nullable(),
    emailSenderName: z.string().nullable(),
    emailSubject: z.string().nullable(),
    emailIntroMessage: z.string().nullable(),
    emailSignature: z.string().nullable(),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof Organisation>;
