import {
  ActionIcon,
  AppShell,
  Avatar,
  Box,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import {
  IconCertificate,
  IconChevronDown,
  IconHome,
  IconLayoutGrid,
  IconLogout,
  IconMoon,
  IconSend,
  IconSettings,
  IconStack2,
  IconSun,
  IconTemplate,
  IconUser,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation, useParams, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { Empty } from '../components/states.tsx';
import { OrganisationApi } from './api.tsx';
import { auth } from './auth.ts';
import { MembershipProvider, SignedIn, useMembership, useSession } from './session.tsx';

/** The screens of one organisation, for its members. */
export function OrganisationShell() {
  return (
    <SignedIn>
      <Organisation />
    </SignedIn>
  );
}

const LAST_ORGANISATION = 'laurel-organisation';

function Organisation() {
  const { organisationId } = useParams({ strict: false });
  const { organisations } = useSession();
  const membership = organisations.find(({ id }) => id === organisationId);
  useEffect(() => {
    if (membership) localStorage.setItem(LAST_ORGANISATION, membership.id);
  }, [membership]);
  if (!membership) {
    return (
      <Box p="xl">
        <Empty
          icon={IconLayoutGrid}
          title="You are no member of this organisation"
          action={
            <Button component={Link} to="/">
              To my organisations
            </Button>
          }
        >
          It may have been left, or the address may be wrong.
        </Empty>
      </Box>
    );
  }
  return (
    <MembershipProvider value={membership}>
      <OrganisationApi key={membership.id} organisationId={membership.id}>
        <Frame />
      </OrganisationApi>
    </MembershipProvider>
  );
}

const SCREENS = [
  { to: '/o/$organisationId', label: 'Overview', icon: IconHome },
  { to: '/o/$organisationId/certificates', label: 'Certificates', icon: IconCertificate },
  { to: '/o/$organisationId/issue', label: 'Issue', icon: IconSend, permission: 'certificates:write' },
  { to: '/o/$organisationId/batches', label: 'Batches', icon: IconStack2 },
  { to: '/o/$organisationId/templates', label: 'Templates', icon: IconTemplate },
  { to: '/o/$organisationId/settings', label: 'Settings', icon: IconSettings },
] as const;

function Frame() {
  const [opened, { toggle, close }] = useDisclosure();
  const { online } = useNetwork();
  const { pathname } = useLocation();
  const { id, may } = useMembership();
  // A new screen is read from its beginning, and the menu of a telephone is out of the way.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it waits for
  useEffect(() => close(), [pathname]);
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding={{ base: 'md', md: 'xl' }}
    >
      <Button component="a" href="#main" className="skip-link">
        Skip to the content
      </Button>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap">
            <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Menu" />
            <img src="/laurel.svg" width={28} height={28} alt="" />
            <OrganisationMenu />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorScheme />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label="Screens">
        <ScrollArea>
          {SCREENS.filter((screen) => !('permission' in screen) || may(screen.permission)).map(
            ({ to, label, icon: Icon }) => (
              <NavLink
                key={to}
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to={to}
                    params={{ organisationId: id }}
                    activeOptions={{ exact: label === 'Overview' }}
                  />
                )}
                label={label}
                leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
                active={isActive(to.replace('$organisationId', id), pathname)}
              />
            ),
          )}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {!online && (
          <Text role="status" bg="yellow.2" c="dark.9" p="xs" mb="md" ta="center">
            You are off-line. What you see may be old, and nothing can be saved until the connection is back.
          </Text>
        )}
        <Outlet />
      </AppShell.Main>
    </AppShell>
  );
}

const isActive = (screen: string, pathname: string): boolean =>
  pathname === screen || (screen.split('/').length > 3 && pathname.startsWith(`${screen}/`));

function OrganisationMenu() {
  const { organisations } = useSession();
  const { id, name } = useMembership();
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
        <Menu.Label>Organisations</Menu.Label>
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

function ColorScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const systemIsDark = matchMedia('(prefers-color-scheme: dark)').matches;
  const isDark = colorScheme === 'dark' || (colorScheme === 'auto' && systemIsDark);
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={isDark ? 'Light colours' : 'Dark colours'}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <IconSun size={20} aria-hidden /> : <IconMoon size={20} aria-hidden />}
    </ActionIcon>
  );
}

function PersonMenu() {
  const { user } = useSession();
  const { id } = useMembership();
  const router = useRouter();
  const signOut = async () => {
    await auth.signOut();
    await router.navigate({ to: '/login', reloadDocument: true });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>Account of {user.name}</VisuallyHidden>
          <Avatar aria-hidden color="laurel" radius="xl" name={user.name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/o/$organisationId/account" params={{ organisationId: id }} />}
        >
          My account
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void signOut()}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
