import { database } from '../../../database/sql.ts';
import { emailLanguage, loadMessages } from '../../../email-templates/index.ts';
import { placeUrl } from '../../addresses/link-place.ts';
import type { Services } from '../../context.ts';
import type { Email } from '../../emails/set-status.ts';
import { findAddress } from '../../my/find-address.ts';
import { linkById, mailboxOfSession } from '../../my/queries.ts';
import { LINK_MS } from '../../my/rules.ts';
import { assertAuthentic, macOf } from '../../shared/authentic-rows.ts';
import { randomToken, sha256 } from '../../shared/crypto.ts';
import { accountEmail, type Composed, WITHDRAWN } from './kind.ts';

/**
 * Composes the mail of the link `subjectId` to the recipients' place, in the language of the page on which it was asked for. Obsolete if
 * its session ended, or if its mailbox has no certificates any more.
 */
export async function myLinkMail(services: Services, { subjectId: id }: Email): Promise<Composed | string> {
  const link = id === null ? undefined : await linkById(services.em(), id);
  if (!link) return WITHDRAWN;
  assertAuthentic(services, 'my_links', link);
  const { mailbox, sessionId } = link;
  const address = await findAddress(services, mailbox);
  const first = sessionId === null ? null : await mailboxOfSession(services, sessionId);
  if (address === null || (sessionId !== null && first === null)) return WITHDRAWN;
  const token = randomToken(32).toString('base64url');
  const language = emailLanguage(link.language);
  const { enter, add } = (await loadMessages(language)).myLink;
  const host = new URL(services.installation.address).host;
  const { subject, text, button } =
    first === null
      ? { ...enter, text: enter.text({ host }) }
      : { ...add, text: [add.asked({ first, second: mailbox }), add.then, add.ignore].join('\n\n') };
  const mail = await accountEmail(address, {
    ...{ language, subject, text },
    action: { label: button, url: `${placeUrl(services.installation.address)}/enter?token=${token}` },
  });
  const openLink: Composed['openLink'] = async (em) => {
    const row = await linkById(em, link.id);
    if (!row) return false;
    assertAuthentic(services, 'my_links', row);
    const opened = { tokenHash: sha256(token), expiresAt: new Date(services.now().getTime() + LINK_MS) };
    await database(em)
      .updateTable('my_links')
      .set({ ...opened, mac: macOf(services, 'my_links', { ...row, ...opened }) })
      .where('id', '=', link.id)
      .execute();
    return true;
  };
  return { mail, openLink };
}
