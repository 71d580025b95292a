import { z } from 'zod';
import { TemplateVersion } from '../../database/entities/template.ts';
import { placeUrl } from '../addresses/link-place.ts';
import { Recipient } from '../certificates/schemas.ts';
import type { DomainContext, PersonContext } from '../context.ts';
import { Uuid } from '../shared/schemas.ts';
import { currentVersion } from '../templates/read-current-version.ts';
import { versionLanguage } from '../templates/read-variables.ts';
import { versionRules } from '../templates/rules.ts';
import { brandedMail, LOGO_ID, PICTURE_ID } from './kinds/branding.ts';
import { brandWith, logoPart, type SentTest, sampleUrl, sendToCaller, testSenderOf } from './send-test.ts';

/** Certificate that is not issued yet. */
export const NewEmail = z.strictObject({
  templateId: Uuid,
  ...Recipient.pick({ variables: true, language: true }).shape,
});
type NewEmail = z.infer<typeof NewEmail>;

export const NewEmailPreview = z.object({
  subject: z.string(),
  html: z.string(),
  sender: z.string().describe('Name, and the address if it is that of the organisation'),
  picture: z.string().nullable().describe("Source of the certificate's picture in the HTML; null without one"),
  hasAttachment: z.boolean().describe('True if the PDF is attached'),
});

const PICTURE = `cid:${PICTURE_ID}`;

/** Returns the e-mail of a certificate as it will arrive once it is issued. */
export async function previewNewEmail(
  context: DomainContext,
  input: NewEmail,
): Promise<z.infer<typeof NewEmailPreview>> {
  const { brand, logo, row, about, own } = await compose(context, input);
  const sender = await testSenderOf(context, row);
  const hasAttachment = own.attachment !== false;
  const picture = hasAttachment ? PICTURE : null;
  const source = logo && `data:image/png;base64,${Buffer.from(logo).toString('base64')}`;
  const { subject, html } = await brandedMail(brand, { ...about, logo: source, picture }, own);
  const name = sender.senderName ?? 'Laurel';
  return { subject, html, sender: sender.from ? `${name} <${sender.from}>` : name, picture, hasAttachment };
}

/** Sends the e-mail of a certificate that is not issued yet to the caller, without its files. */
export async function sendNewEmail(context: PersonContext, input: NewEmail): Promise<z.infer<typeof SentTest>> {
  const { about, own, ...look } = await compose(context, input);
  const logo = look.logo ? `cid:${LOGO_ID}` : (look.brand.logoUrl ?? null);
  const mail = await brandedMail(look.brand, { ...about, logo, picture: null }, own);
  const sender = await testSenderOf(context, look.row);
  return sendToCaller(context, { brand: look.brand, mail, attachments: logoPart(look.logo), sender });
}

async function compose(context: DomainContext, { templateId, variables, language }: NewEmail) {
  const template = await currentVersion(context, templateId);
  const { organisationId, version } = template;
  const design = await context
    .em()
    .findOneOrFail(TemplateVersion, { organisationId, templateId, version }, { fields: ['language'] });
  const about = {
    recipientName: variables[template.recipientNameVariable]?.trim() ?? '',
    templateName: template.templateName,
    number: null,
    language: language ?? versionLanguage(design.language, variables),
    verificationUrl: sampleUrl(context),
    placeUrl: placeUrl(context.installation.address),
  };
  return { ...(await brandWith(context, {})), about, own: versionRules(template).email ?? {} };
}
