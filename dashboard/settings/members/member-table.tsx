import { t } from '@lingui/core/macro';
import { Button, NativeSelect, Stack, Text } from '@mantine/core';
import { confirm } from '../../components/confirm.tsx';
import { Ago } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { useMembership, useSession } from '../../lib/session.ts';
import { useMemberActions } from './member-actions.ts';
import { labelOf, type Member, OWN_NEW_ROLE, type Role, rolesFor } from './roles.ts';

interface MemberTableProps {
  members: Member[];
  onRefused: (why: string | null) => void;
}

/** Lists the members with their roles. Users with permission can edit them here. */
export function MemberTable({ members, onRefused }: MemberTableProps) {
  const { role, may } = useMembership();
  const { user } = useSession();
  const rows = members.map((member) => {
    const isMine = member.userId === user.id;
    const isManaged = may('members:manage') && (role === 'owner' || member.role !== 'owner');
    return {
      key: member.userId,
      cells: [
        <Person key="person" member={member} isMine={isMine} />,
        isManaged ? (
          <RoleSelect key="role" member={member} isMine={isMine} onRefused={onRefused} />
        ) : (
          labelOf(member.role)
        ),
        <Ago key="since" moment={member.createdAt} />,
        isManaged && <Remove key="remove" member={member} isMine={isMine} onRefused={onRefused} />,
      ],
    };
  });
  return <StackedTable label={t`Members`} columns={[t`Person`, t`Role`, t`Member since`]} rows={rows} />;
}

interface RowProps {
  member: Member;
  /** True for the current user. */
  isMine: boolean;
  onRefused: (why: string | null) => void;
}

function Person({ member, isMine }: Omit<RowProps, 'onRefused'>) {
  return (
    <Stack gap={0} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={600}>
        {member.name}
        {isMine && ` ${t`(you)`}`}
      </Text>
      <Text size="sm" c="dimmed">
        {member.email}
      </Text>
    </Stack>
  );
}

function RoleSelect({ member, isMine, onRefused }: RowProps) {
  const own = useMembership();
  const { changeRole } = useMemberActions({ member, isMine, onRefused });
  const change = (role: Role) => changeRole.mutate({ userId: member.userId, role });
  const choose = (role: Role) => {
    if (!isMine) return change(role);
    confirm({
      title: OWN_NEW_ROLE[role],
      text: t`You’ll lose access to some features, and another member will have to restore your role.`,
      confirm: t`Change my role`,
      isDangerous: true,
      onConfirm: () => change(role),
    });
  };
  return (
    <NativeSelect
      size="xs"
      maw={240}
      aria-label={t`Role of ${{ name: member.name }}`}
      data={rolesFor(own.role).map(({ role, label }) => ({ value: role, label }))}
      // Shows the new role while the request is pending, and the previous one after a refusal.
      value={changeRole.isPending ? changeRole.variables.role : member.role}
      disabled={changeRole.isPending}
      onChange={({ target }) => choose(target.value as Role)}
    />
  );
}

function Remove({ member, isMine, onRefused }: RowProps) {
  const { name } = useMembership();
  const { remove } = useMemberActions({ member, isMine, onRefused });
  const ask = () =>
    confirm({
      title: isMine ? t`Leave ${{ organisation: name }}?` : t`Remove ${{ name: member.name }}?`,
      text: isMine
        ? t`You’ll lose access to this organisation until someone invites you again.`
        : t`${{ email: member.email }} will lose access to this organisation. Certificates they issued stay valid.`,
      confirm: isMine ? t`Leave` : t`Remove`,
      isDangerous: true,
      onConfirm: () => remove.mutate({ userId: member.userId }),
    });
  return (
    <Button
      size="xs"
      variant="default"
      loading={remove.isPending}
      onClick={ask}
      aria-label={isMine ? t`Leave ${{ organisation: name }}` : t`Remove ${{ name: member.name }}`}
    >
      {isMine ? t`Leave` : t`Remove`}
    </Button>
  );
}
