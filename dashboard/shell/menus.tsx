import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ActionIcon,
  Avatar,
  Box,
  Group,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { IconChevronDown, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { OrganisationLogo } from '../components/organisation-logo.tsx';
import { useApi } from '../lib/api.tsx';
import { useMembership, useSession } from '../lib/session.ts';
import { useSignOut } from '../people/use-sign-out.ts';

/** Shows the organisation's logo, or Laurel's if it has none. */
export function HeaderLogo() {
  const { id } = useMembership();
  const { data } = useQuery(useApi().organisation.get.queryOptions(undefined, { staleTime: 60_000 }));
  if (!data?.logoUrl) return <img src={LAUREL} width={28} height={28} alt="" />;
  return (
    <Box maw={96} flex="none" visibleFrom="xs">
      <OrganisationLogo organisationId={id} logoUrl={data.logoUrl} alt="" height={32} fallback={LAUREL} />
    </Box>
  );
}

const LAUREL = '/laurel.svg';

/** Shows the open organisation. Members of several switch here. */
export function OrganisationMenu() {
  const { organisations } = useSession();
  const { liveId: id, name } = useMembership();
  if (organisations.length < 2) {
    return (
      <Text fw={600} truncate>
        {name}
      </Text>
    );
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <UnstyledButton>
          <Group gap={6} wrap="nowrap">
            <Text fw={600} truncate>
              {name}
            </Text>
            <IconChevronDown size={16} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Trans>Organisations</Trans>
        </Menu.Label>
        {organisations.map((organisation) => (
          <Menu.Item
            key={organisation.id}
            fw={organisation.id === id ? 650 : undefined}
            renderRoot={(props) => (
              <Link {...props} to="/o/$organisationId" params={{ organisationId: organisation.id }} />
            )}
          >
            {organisation.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Switches between light and dark. Follows the system until the user chooses. */
export function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && systemIsDark);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? t`Light mode` : t`Dark mode`}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  );
}

/** Menu with the user's account and sign-out. */
export function PersonMenu() {
  const { user } = useSession();
  const { id } = useMembership();
  const signOut = useSignOut();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>
            <Trans>Account of {{ name: user.name }}</Trans>
          </VisuallyHidden>
          <Avatar aria-hidden color="laurel" radius="xl" name={user.name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/account" params={{ organisationId: id }} />}
        >
          <Trans>My account</Trans>
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          <Trans>Sign out</Trans>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
