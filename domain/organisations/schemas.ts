import { z } from 'zod';
import { fault } from '../../errors/from-zod.ts';
import { MARGIN } from '../../errors/text-fault.ts';
import { EMAIL_PATTERNS, withEmailPlaceholders } from '../../templates-engine/index.ts';
import { isTimeZone } from '../shared/calendar.ts';
import { EmailAddressOrEmpty } from '../shared/email-address.ts';
import { addressOrEmpty, oneLine, safeText, WebAddressOrEmpty } from '../shared/schemas.ts';
import { displayName } from './choose-display-name.ts';

const subject = (max: number) => oneLine(max).refine((text) => !/[\u2028\u2029]/.test(text), fault('several_lines'));

const emailLine = (max: number) => withEmailPlaceholders(subject(max)).meta({ pattern: EMAIL_PATTERNS.line });
const emailText = (max: number) => withEmailPlaceholders(safeText(max)).meta({ pattern: EMAIL_PATTERNS.text });

/**
 * Address of a logo. Its host goes into the verification page's content security policy, so separators of policies are rejected anywhere in
 * it.
 */
const LogoAddress = WebAddressOrEmpty.refine(
  (text) => !/[;*]|,\s*https?:/i.test(text),
  fault('not_a_web_address'),
).meta({
  pattern: addressOrEmpty(';*,'),
});

const BrandColor = oneLine(40)
  .refine((text) => /^(#[0-9a-fA-F]{6})?$/.test(text), fault('not_a_colour', { accepted: '#RRGGBB, as in #1F4E8C' }))
  .meta({ pattern: `^${MARGIN}(#[0-9a-fA-F]{6})?${MARGIN}$`, examples: ['#1F4E8C'] });

const WORDS = {
  organizationName: 'Name in e-mails and on verification pages',
  logoUrl: 'Web address of the logo at the top of e-mails and verification pages',
  brandColor: 'Colour of buttons in e-mails and of the line above verification pages, in the form #RRGGBB',
  websiteUrl: 'Website of the organisation, to which e-mails and verification pages link',
  emailSenderName: "Sender's name in e-mails; the organisation's name by default",
  emailSignature: 'Text at the end of e-mails',
  replyTo: 'Address to which answers to e-mails go',
  senderAddress:
    "Address that e-mails are from, once its mailbox has confirmed it by a link; until then the installation's",
  emailBcc: 'Address that gets a copy of each e-mail to a recipient, once its mailbox has confirmed it by a link',
  timeZone: 'Time zone of all dates that the organisation shows (IANA name)',
};

const TimeZone = oneLine(64)
  .refine((name) => name === '' || isTimeZone(name), fault('not_a_time_zone'))
  .meta({ pattern: `^${MARGIN}([A-Za-z][A-Za-z0-9_+/-]*)?${MARGIN}$`, examples: ['Europe/Paris'] });

const fields = {
  organizationName: displayName(200).describe(WORDS.organizationName),
  logoUrl: LogoAddress.describe(WORDS.logoUrl),
  brandColor: BrandColor.describe(WORDS.brandColor),
  websiteUrl: WebAddressOrEmpty.describe(WORDS.websiteUrl),
  emailSenderName: displayName(100).describe(WORDS.emailSenderName),
  emailSubject: emailLine(200).describe(
    'Subject of e-mails; accepts {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  emailIntroMessage: emailText(5000).describe(
    'First paragraph of e-mails; accepts {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  emailSignature: safeText(2000).describe(WORDS.emailSignature),
  replyTo: EmailAddressOrEmpty.describe(WORDS.replyTo),
  senderAddress: EmailAddressOrEmpty.describe(WORDS.senderAddress),
  emailBcc: EmailAddressOrEmpty.describe(WORDS.emailBcc),
  reminderSubject: emailLine(200).describe(
    'Subject of reminders of an expiry; accepts {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  reminderMessage: emailText(5000).describe(
    'First paragraph of reminders; accepts {{recipientName}}, {{templateName}} and {{organizationName}}',
  ),
  timeZone: TimeZone.describe(`${WORDS.timeZone}; UTC by default`),
};

type Fields = typeof fields;

/** Accepts null for an empty text, because answers have null for fields that are not set. */
const clearable = (given: Fields) =>
  Object.fromEntries(
    Object.entries(given).map(([name, schema]) => [
      name,
      schema
        .nullable()
        .transform((text) => text ?? '')
        .describe(schema.description ?? ''),
    ]),
  ) as { [Name in keyof Fields]: z.ZodPipe<z.ZodNullable<Fields[Name]>, z.ZodTransform<string, string | null>> };

/** Branding fields to change (specification 4.10). Omitted fields are unchanged; an empty string and null clear a field. */
export const UpdateOrganisation = z.strictObject(clearable(fields)).partial().meta({ id: 'UpdateOrganisation' });
export type UpdateOrganisation = z.infer<typeof UpdateOrganisation>;

/** Address as it was given, which may have letters beyond ASCII (RFC 3987). */
const Address = z.url().meta({ format: 'iri' });

/** Specification 2.5. */
export const Organisation = z
  .object({
    organizationName: z.string().nullable().describe(WORDS.organizationName),
    logoUrl: Address.nullable().describe(WORDS.logoUrl),
    brandColor: z.string().nullable().describe(WORDS.brandColor),
    websiteUrl: Address.nullable().describe(WORDS.websiteUrl),
    emailSenderName: z.string().nullable().describe(WORDS.emailSenderName),
    emailSubject: z.string().nullable().describe("Subject of e-mails; null for Laurel's default"),
    emailIntroMessage: z.string().nullable().describe("First paragraph of e-mails; null for Laurel's default"),
    emailSignature: z.string().nullable().describe(WORDS.emailSignature),
    replyTo: z.string().nullable().describe(`${WORDS.replyTo}; null for none`),
    senderAddress: z.string().nullable().describe(WORDS.senderAddress),
    emailBcc: z.string().nullable().describe(WORDS.emailBcc),
    reminderSubject: z.string().nullable().describe("Subject of reminders of an expiry; null for Laurel's default"),
    reminderMessage: z.string().nullable().describe("First paragraph of reminders; null for Laurel's default"),
    timeZone: z.string().describe(`${WORDS.timeZone}; \`UTC\` if none is set`),
  })
  .meta({ id: 'Organisation' });
export type Organisation = z.infer<typeof Organisation>;
