import { CapturedMail } from '../../database/entities/sandbox.ts';
import type { DomainContext } from '../context.ts';
import { idRange, pageOf } from '../shared/pages.ts';
import { iso } from '../shared/schemas.ts';
import type { ListTestMails, TestMailPage } from './schemas.ts';

/** Returns a page of the mails that a sandbox kept instead of sending them, newest first. */
export async function listTestMails(context: DomainContext, { limit, cursor }: ListTestMails): Promise<TestMailPage> {
  const { organisationId } = context;
  const rows = await context
    .em()
    .find(
      CapturedMail,
      { $and: [{ organisationId }, ...idRange({ cursor })] },
      { orderBy: { id: 'desc' }, limit: limit + 1 },
    );
  const { page, nextCursor } = pageOf(rows, limit);
  return {
    mails: page.map(({ id, recipient: to, subject, text, html, createdAt }) => ({
      ...{ id, to, subject, text, html: html ?? null, createdAt: iso(createdAt) },
    })),
    nextCursor,
  };
}
