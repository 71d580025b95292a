import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { confirm } from '../../components/confirm.tsx';
import { Ago, formatDateTime } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { labelOf } from './roles.ts';

type Invitation = Outputs['members']['list']['invitations'][number];

/** Lists invitations that have not been accepted yet. */
export function Invitations({ invitations }: { invitations: Invitation[] }) {
  const { may } = useMembership();
  const rows = invitations.map((invitation) => ({
    key: invitation.id,
    cells: [
      <Address key="email" invitation={invitation} />,
      labelOf(invitation.role),
      <Ago key="invited" moment={invitation.createdAt} />,
      formatDateTime(invitation.expiresAt),
      may('members:manage') && <Withdraw key="withdraw" invitation={invitation} />,
    ],
  }));
  return (
    <Section
      title={t`Open invitations`}
      about={t`Invitations are valid for a week. Inviting someone again sends a new link and cancels the old one.`}
    >
      <StackedTable
        label={t`Open invitations`}
        columns={[t`E-mail address`, t`Role`, t`Invited`, t`Expires`]}
        rows={rows}
      />
    </Section>
  );
}

/** Shows the address, and the reason if the e-mail has not been delivered yet. */
function Address({ invitation: { email, mail } }: { invitation: Invitation }) {
  const note = mail && noteOf(mail);
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm">{email}</Text>
      {note && (
        <Text
          size="sm"
          c={mail.status === 'FAILED' || mail.status === 'BOUNCED' ? 'var(--mantine-color-error)' : 'dimmed'}
        >
          {note}
        </Text>
      )}
    </Stack>
  );
}

function noteOf({ status, error }: NonNullable<Invitation['mail']>): string | null {
  if (status === 'SENT' || status === 'DELIVERED') return null;
  if (status === 'FAILED') return error ? t`The e-mail couldn’t be sent: ${error}` : t`The e-mail couldn’t be sent`;
  if (status === 'BOUNCED') return error ? t`The e-mail came back: ${error}` : t`The e-mail came back`;
  if (status === 'UNCERTAIN') return t`The e-mail may have been lost. Invite them again to send a new link.`;
  return error ? t`The e-mail will be sent again: ${error}` : t`The e-mail is waiting to be sent`;
}

function Withdraw({ invitation: { id, email } }: { invitation: Invitation }) {
  const api = useApi();
  const queryClient = useQueryClient();
  const withdraw = useMutation(
    api.members.withdrawInvitation.mutationOptions({
      onSuccess: () => notifyDone(t`Invitation of ${email} withdrawn.`),
      onError: notifyError,
      onSettled: () => queryClient.invalidateQueries(api.members.pathFilter()),
    }),
  );
  return (
    <Button
      size="xs"
      variant="default"
      loading={withdraw.isPending}
      aria-label={t`Withdraw the invitation of ${email}`}
      onClick={() =>
        confirm({
          title: t`Withdraw the invitation?`,
          text: t`The link that ${email} was sent stops working.`,
          confirm: t`Withdraw`,
          isDangerous: true,
          onConfirm: () => withdraw.mutate({ id }),
        })
      }
    >
      <Trans>Withdraw</Trans>
    </Button>
  );
}
