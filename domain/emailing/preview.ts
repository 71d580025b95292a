import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import { detail } from '../../errors/detail.ts';
import { designEmail } from '../../templates-engine/index.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import { placeUrl } from '../addresses/link-place.ts';
import { verificationUrl } from '../addresses/link-verification.ts';
import type { DomainContext, PersonContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { logoUrl } from '../organisations/load-logo.ts';
import { UpdateOrganisation } from '../organisations/schemas.ts';
import { loadShownLogo } from '../organisations/show-logo.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { addToDay, dayOf, UTC } from '../shared/calendar.ts';
import { newId } from '../shared/ids.ts';
import { type Brand, brandedMail, LOGO_ID, senderOf } from './kinds/branding.ts';
import { reminderMail } from './kinds/reminder-branding.ts';

export const EmailPreview = z.object({ subject: z.string(), html: z.string() });
export const SentTest = z.object({ sentTo: z.string() });

/** Unsaved settings, and the unsaved e-mail of a template. */
export const EmailSettings = z.strictObject({
  ...UpdateOrganisation.shape,
  template: z.strictObject({ name: z.string().min(1).max(200), email: designEmail }).optional(),
});
type EmailSettings = z.infer<typeof EmailSettings>;

/** Sample content of the mail. */
const SAMPLE = {
  recipientName: 'Ada Lovelace',
  templateName: 'Foundations of Computing',
  number: null,
  language: null,
  picture: null,
};

/** Returns the mail of a certificate with unsaved settings; omitted ones are as saved. */
export async function previewEmail(
  context: DomainContext,
  { template, ...input }: EmailSettings,
): Promise<z.infer<typeof EmailPreview>> {
  const { brand, logo } = await brandWith(context, input);
  const source = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;
  const picture = `${context.installation.address}/library/diploma-classic-0.webp`;
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
  // The row has the password of the mail server, and its address.
  assertAuthentic(context, 'organisations', row);
  // Unsaved addresses are not confirmed. A test has no copies.
  const sender = { ...(await senderOf(context, row)), copyTo: null };
  const source = logo ? `cid:${LOGO_ID}` : (brand.logoUrl ?? null);
  const about = { ...sampleOf(context, template), logo: source };
  const { subject, html, text } = await brandedMail(brand, about, template?.email);
  const { email, name } = context.person;
  const outcome = await context.mailer.send({
    messageId: `<${newId(context.now())}@${new URL(context.installation.address).hostname}>`,
    ...{ ...sender, senderName: brand.emailSenderName ?? brand.organizationName ?? null },
    replyTo: input.replyTo === undefined ? sender.replyTo : input.replyTo || null,
    to: { name, address: email },
    subject,
    html,
    text,
    attachments: logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [],
  });
  if (outcome.state === 'sent') return { sentTo: email };
  throw validationError(detail('', 'mail_refused', { answer: outcome.reason }));
}

const sampleOf = (context: DomainContext, template: EmailSettings['template']) => ({
  ...SAMPLE,
  ...(template && { templateName: template.name }),
  verificationUrl: sampleUrl(context),
  placeUrl: placeUrl(context.installation.address),
});

const sampleUrl = (context: DomainContext): string =>
  verificationUrl(publicAddressOf(context, context.organisationId), '0'.repeat(64));

async function brandWith(
  context: DomainContext,
  input: UpdateOrganisation,
): Promise<{ brand: Brand; logo: Uint8Array | null; row: Organisation }> {
  const row = await context.em().findOneOrFail(Organisation, { id: context.organisationId });
  const given = Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  );
  const brand: Brand = { ...row, logoUrl: logoUrl(context, row), ...given };
  const isSaved = brand.logoUrl === logoUrl(context, row);
  const shown = isSaved ? row : { id: row.id, logoToken: null, logoUrl: brand.logoUrl };
  return { brand, logo: await loadShownLogo(context, shown), row };
}
