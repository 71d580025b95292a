import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { type Outputs, useMembership } from '../../lib/session.ts';
import { whileMoving } from '../../live/live.tsx';
import { Section } from '../shared/section.tsx';
import { DigestChoice } from './digest.tsx';
import { Invitations } from './invitations.tsx';
import { InviteMember } from './invite.tsx';
import { MemberTable } from './member-table.tsx';
import { RoleList } from './role-list.tsx';

type MemberList = Outputs['members']['list'];

/** Polls while the e-mail of an invitation is waiting to be sent. */
const untilSent = ({ state: { data } }: { state: { data?: MemberList | undefined } }): number | false =>
  whileMoving(data?.invitations.some(({ mail }) => mail?.status === 'QUEUED' || mail?.status === 'SENDING') ?? false);

/** Lists the members of the organisation and open invitations. */
export function Members() {
  const { may } = useMembership();
  const { data, error, refetch } = useQuery(
    useApi().members.list.queryOptions(undefined, { refetchInterval: untilSent }),
  );
  const [isInviting, setIsInviting] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const invite = (
    <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={() => setIsInviting(true)}>
      <Trans>Invite someone</Trans>
    </Button>
  );
  return (
    <Stack gap="xl">
      <Section
        title={t`Members`}
        about={t`People who can access this organisation, and their roles.`}
        action={may('members:manage') && invite}
      >
        {refusal && (
          <Alert
            color="red"
            role="alert"
            icon={<IconAlertTriangle aria-hidden />}
            title={t`Change refused`}
            withCloseButton
            closeButtonLabel={t`Close this message`}
            onClose={() => setRefusal(null)}
          >
            {refusal}
          </Alert>
        )}
        {error && !data && <Failed error={error} onRetry={refetch} />}
        {!data && !error && <Loading rows={3} />}
        {data && <MemberTable members={data.members} onRefused={setRefusal} />}
      </Section>
      {data && data.invitations.length > 0 && <Invitations invitations={data.invitations} />}
      <DigestChoice />
      <RoleList />
      {isInviting && <InviteMember onClose={() => setIsInviting(false)} />}
    </Stack>
  );
}
