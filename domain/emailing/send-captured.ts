import type { z } from 'zod';
import { CapturedMail } from '../../database/entities/sandbox.ts';
import type { PersonContext } from '../context.ts';
import { notFound } from '../errors.ts';
import type { MailAttachment } from '../ports/email.ts';
import { assertAuthentic } from '../shared/authentic-rows.ts';
import { brandWith, type SentTest, sendToCaller, testSenderOf } from './send-test.ts';

/**
 * Sends a mail that test mode kept to the caller's own address, whatever its recipient. NOT_FOUND for an unknown mail; VALIDATION_ERROR
 * with the mail server's answer if it refuses the mail.
 */
export async function sendCaptured(context: PersonContext, { id }: { id: string }): Promise<z.infer<typeof SentTest>> {
  const kept = await context.em().findOne(CapturedMail, { organisationId: context.organisationId, id });
  if (!kept) throw notFound();
  assertAuthentic(context, 'captured_mails', kept);
  const { brand, row } = await brandWith(context, {});
  const { html, attachments } = withParts(kept.html ?? null);
  const mail = { subject: kept.subject, html, text: kept.text };
  return sendToCaller(context, { mail, brand, attachments, sender: await testSenderOf(context, row) });
}

/** Returns a mail whose pictures are parts again, because many mail programs don't show pictures in the HTML. */
function withParts(html: string | null): { html: string | null; attachments: MailAttachment[] } {
  const attachments: MailAttachment[] = [];
  const shown = html?.replaceAll(
    /data:(image\/(\w+));base64,([\w+/=]+)/g,
    (_, type: string, ending: string, content) => {
      const name = `picture-${attachments.length + 1}.${ending}`;
      const contentId = `${name}@laurel`;
      attachments.push({ name, type, content: Buffer.from(content, 'base64'), contentId });
      return `cid:${contentId}`;
    },
  );
  return { html: shown ?? null, attachments };
}
