import { z } from 'zod';
import { designEmail } from '../../templates-engine/index.ts';
import { placeUrl } from '../addresses/link-place.ts';
import type { DomainContext, PersonContext } from '../context.ts';
import { UpdateOrganisation } from '../organisations/schemas.ts';
import { addToDay, dayOf, UTC } from '../shared/calendar.ts';
import { brandedMail, LOGO_ID } from './kinds/branding.ts';
import { reminderMail } from './kinds/reminder-branding.ts';
import { brandWith, logoPart, type SentTest, sampleUrl, sendToCaller, testSenderOf } from './send-test.ts';

export const EmailPreview = z.object({ subject: z.string(), html: z.string() });

/** Unsaved settings, and the unsaved e-mail of a template. */
export const EmailSettings = z.strictObject({
  ...UpdateOrganisation.shape,
  template: z.strictObject({ name: z.string().min(1).max(200), email: designEmail }).optional(),
});
type EmailSettings = z.infer<typeof EmailSettings>;

/** Sample content of the mail: that of the certificate in `SAMPLE_PICTURE`. */
const SAMPLE = {
  recipientName: 'Eleanor Whitcombe',
  templateName: 'Bachelor of Science in Applied Mathematics',
  number: null,
  language: null,
  picture: null,
};

const SAMPLE_PICTURE = '/library/diploma-classic-0.webp';

/** Returns the mail of a certificate with unsaved settings; omitted ones are as saved. */
export async function previewEmail(
  context: DomainContext,
  { template, ...input }: EmailSettings,
): Promise<z.infer<typeof EmailPreview>> {
  const { brand, logo } = await brandWith(context, input);
  const source = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;
  const picture = context.installation.address + SAMPLE_PICTURE;
  const about = { ...sampleOf(context, template), logo: source };
  const isLinkOnly = template?.email.attachment === false;
  const shown = { ...about, picture: isLinkOnly ? null : picture };
  const { subject, html } = await brandedMail(brand, shown, template?.email);
  return { subject, html };
}

/** Returns the reminder of an expiry with unsaved settings; omitted ones are as saved. */
export async function previewReminder(
  context: DomainContext,
  input: UpdateOrganisation,
): Promise<z.infer<typeof EmailPreview>> {
  const { brand, logo } = await brandWith(context, input);
  const { recipientName, templateName, language } = SAMPLE;
  const lastDay = addToDay(dayOf(context.now(), UTC), { days: 30 });
  const { subject, html } = await reminderMail(brand, {
    ...{ recipientName, language, certificates: [{ templateName, number: null, lastDay, url: sampleUrl(context) }] },
    logo: logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`,
    placeUrl: placeUrl(context.installation.address),
    stopUrl: `${context.installation.address}/unsubscribe`,
  });
  return { subject, html };
}

/** Sends the preview to the caller. */
export async function sendTestEmail(
  context: PersonContext,
  { template, ...input }: EmailSettings,
): Promise<z.infer<typeof SentTest>> {
  const { brand, logo, row } = await brandWith(context, input);
  const sender = await testSenderOf(context, row);
  const source = logo ? `cid:${LOGO_ID}` : (brand.logoUrl ?? null);
  const about = { ...sampleOf(context, template), logo: source };
  const { subject, html, text } = await brandedMail(brand, about, template?.email);
  const replyTo = input.replyTo === undefined ? sender.replyTo : input.replyTo || null;
  const mail = { subject, html, text };
  return sendToCaller(context, { mail, brand, attachments: logoPart(logo), sender: { ...sender, replyTo } });
}

const sampleOf = (context: DomainContext, template: EmailSettings['template']) => ({
  ...SAMPLE,
  ...(template && { templateName: template.name }),
  verificationUrl: sampleUrl(context),
  placeUrl: placeUrl(context.installation.address),
});
