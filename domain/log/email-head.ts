import type { Services } from '../context.ts';
import type { SignedHead } from './store-head.ts';

/** Mails a head as text and as a file for `log verify --head`. Throws if it was not accepted; the caller retries. */
export async function emailHead(services: Services, address: string, head: SignedHead): Promise<void> {
  const { origin } = services.logSigner;
  const outcome = await services.mailer.send({
    messageId: `<log-head-${head.size}@${new URL(services.installation.address).hostname}>`,
    ...{ senderName: 'Laurel', server: null, signature: null, from: null, copyTo: null, replyTo: null },
    to: { name: '', address },
    subject: `Head of the log ${origin}: ${head.size} entries`,
    html: null,
    text: textOf(head),
    attachments: [
      { name: `head-${head.size}.txt`, type: 'application/octet-stream', content: Buffer.from(head.checkpoint) },
    ],
  });
  if (outcome.state === 'unsent' || outcome.state === 'refused')
    throw new Error(`the mail server did not accept the head: ${outcome.reason}`);
}

const textOf = ({
  checkpoint,
}: SignedHead): string => `This is the newest signed head of the certificates' transparency log.

Keep this e-mail. If the log is ever changed or shortened behind this head,
the attached file proves it: laurel log verify --head FILE

${checkpoint}`;
