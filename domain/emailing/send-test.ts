import { z } from 'zod';
import { Organisation } from '../../database/entities/organisation.ts';
import { detail } from '../../errors/detail.ts';
import { publicAddressOf } from '../addresses/choose-address.ts';
import { verificationUrl } from '../addresses/link-verification.ts';
import type { DomainContext, PersonContext } from '../context.ts';
import { validationError } from '../errors.ts';
import { logoUrl } from '../organisations/load-logo.ts';
import type { UpdateOrganisation } from '../organisations/schemas.ts';
import { loadShownLogo } from '../organisations/show-logo.ts';
import type { MailAttachment } from '../ports/email.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { liveOf, newId } from '../shared/ids.ts';
import { type Brand, LOGO_ID, senderOf } from './kinds/branding.ts';

export const SentTest = z.object({ sentTo: z.string() });

/** Returns a verification page's address, as in a mail, of a certificate that does not exist. */
export const sampleUrl = (context: DomainContext): string =>
  verificationUrl(publicAddressOf(context, context.organisationId), '0'.repeat(64));

/** Returns the look of an organisation's mails with unsaved settings; omitted ones are as saved. */
export async function brandWith(
  context: DomainContext,
  input: UpdateOrganisation,
): Promise<{ brand: Brand; logo: Uint8Array | null; row: Organisation }> {
  const row = await context.em().findOneOrFail(Organisation, { id: liveOf(context.organisationId) });
  const given = Object.fromEntries(
    Object.entries(input).flatMap(([field, value]) => (value === undefined ? [] : [[field, value || null]])),
  );
  const brand: Brand = { ...row, logoUrl: logoUrl(context, row), ...given };
  const isSaved = brand.logoUrl === logoUrl(context, row);
  const shown = isSaved ? row : { id: row.id, logoToken: null, logoUrl: brand.logoUrl };
  return { brand, logo: await loadShownLogo(context, shown), row };
}

/** Returns the sender of a test, as saved, because unsaved addresses are not confirmed. A test has no copies. */
export async function testSenderOf(context: DomainContext, row: Organisation) {
  // The row has the password of the mail server, and its address.
  assertAuthentic(context, 'organisations', row);
  return { ...(await senderOf(context, row)), copyTo: null };
}

interface Test {
  brand: Brand;
  sender: Awaited<ReturnType<typeof testSenderOf>>;
  mail: { subject: string; html: string | null; text: string };
  attachments: MailAttachment[];
}

/** Returns the inline part for a logo, if there is one. */
export const logoPart = (logo: Uint8Array | null): MailAttachment[] =>
  logo ? [{ name: 'logo.png', type: 'image/png', content: logo, contentId: LOGO_ID }] : [];

/** Sends a test to the caller, also in test mode. Throws VALIDATION_ERROR with the mail server's answer if it refuses the mail. */
export async function sendToCaller(
  context: PersonContext,
  { mail, brand, attachments, sender }: Test,
): Promise<z.infer<typeof SentTest>> {
  const { email, name } = context.person;
  const outcome = await context.memberMailer.send({
    messageId: `<${newId(context.now())}@${new URL(context.installation.address).hostname}>`,
    ...{ ...sender, senderName: brand.emailSenderName ?? brand.organizationName ?? null },
    to: { name, address: email },
    ...mail,
    attachments,
  });
  if (outcome.state === 'sent') return { sentTo: email };
  throw validationError(detail('', 'mail_refused', { answer: outcome.reason }));
}
