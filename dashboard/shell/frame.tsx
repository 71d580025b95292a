import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { AppShell, Box, Burger, Button, Group, NavLink, ScrollArea, Text } from '@mantine/core';
import { useDisclosure, useNetwork } from '@mantine/hooks';
import {
  IconCertificate,
  IconChartBar,
  IconFlask,
  IconHome,
  IconMessageReport,
  IconSend,
  IconSettings,
  IconStack2,
  IconTemplate,
  IconUsers,
} from '@tabler/icons-react';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Activity } from '../activity/activity.tsx';
import { FullScreenProvider } from '../lib/full-screen.ts';
import { useMembership } from '../lib/session.ts';
import { OpenCount } from '../requests/open-count.tsx';
import { TestModeBanner } from '../test-mode/banner.tsx';
import { TestModeSwitch } from '../test-mode/switch.tsx';
import { ColorScheme, HeaderLogo, OrganisationMenu, PersonMenu } from './menus.tsx';

const SCREENS = [
  { to: '/o/$organisationId', label: t`Overview`, icon: IconHome },
  { to: '/o/$organisationId/certificates', label: t`Certificates`, icon: IconCertificate },
  {
    to: '/o/$organisationId/issue',
    label: t({ message: 'Issue', context: 'verb' }),
    icon: IconSend,
    permission: 'certificates:write',
  },
  { to: '/o/$organisationId/batches', label: t`Batches`, icon: IconStack2 },
  { to: '/o/$organisationId/recipients', label: t`Recipients`, icon: IconUsers },
  { to: '/o/$organisationId/requests', label: t`Requests`, icon: IconMessageReport, count: OpenCount },
  { to: '/o/$organisationId/templates', label: t`Templates`, icon: IconTemplate },
  { to: '/o/$organisationId/figures', label: t`Figures`, icon: IconChartBar },
  { to: '/o/$organisationId/settings', label: t`Settings`, icon: IconSettings },
  { to: '/o/$organisationId/test', label: t`Test tools`, icon: IconFlask, isForTest: true },
] as const;

/** Frame of every screen of an organisation. */
export function Frame() {
  const [opened, { toggle, close }] = useDisclosure();
  const [isFull, setFull] = useState(false);
  const { online } = useNetwork();
  const { pathname } = useLocation();
  const { id, isTest, may } = useMembership();
  // A new screen starts at the top, with the mobile menu closed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the path changes
  useEffect(() => close(), [pathname]);
  return (
    <AppShell
      disabled={isFull}
      header={{ height: 56 }}
      navbar={{ width: 224, breakpoint: 'md', collapsed: { mobile: !opened } }}
      padding={isFull ? 0 : { base: 'md', md: 'xl' }}
    >
      <Button component="a" href="#main" className="skip-link">
        <Trans>Skip to the content</Trans>
      </Button>
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger opened={opened} onClick={toggle} hiddenFrom="md" size="sm" aria-label={t`Menu`} />
            <HeaderLogo />
            <OrganisationMenu />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <ColorScheme />
            <PersonMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={t`Screens`}>
        <ScrollArea>
          {SCREENS.filter((screen) => isShown(screen, { isTest, may })).map(({ to, label, icon: Icon, ...screen }) => (
            <NavLink
              key={to}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to={to}
                  params={{ organisationId: id }}
                  activeOptions={{ exact: to === '/o/$organisationId' }}
                />
              )}
              label={label}
              leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
              rightSection={'count' in screen && <screen.count />}
              active={isActive(to.replace('$organisationId', id), pathname)}
            />
          ))}
        </ScrollArea>
        <Box mt="auto" pt="md">
          <TestModeSwitch />
        </Box>
      </AppShell.Navbar>
      <AppShell.Main id="main" tabIndex={-1}>
        {isTest && <TestModeBanner />}
        {!online && (
          <Text role="status" bg="yellow.2" c="dark.9" p="xs" mb="md" ta="center">
            <Trans>
              You’re offline. What you see may be out of date, and changes can’t be saved until you reconnect.
            </Trans>
          </Text>
        )}
        <FullScreenProvider value={setFull}>
          <Outlet />
        </FullScreenProvider>
        <Activity />
      </AppShell.Main>
    </AppShell>
  );
}

const isActive = (screen: string, pathname: string): boolean =>
  pathname === screen || (screen.split('/').length > 3 && pathname.startsWith(`${screen}/`));

type Screen = (typeof SCREENS)[number];

/** Returns true for a screen that the person may see in this mode. */
const isShown = (screen: Screen, { isTest, may }: Pick<ReturnType<typeof useMembership>, 'isTest' | 'may'>): boolean =>
  (isTest || !('isForTest' in screen)) && (!('permission' in screen) || may(screen.permission));
