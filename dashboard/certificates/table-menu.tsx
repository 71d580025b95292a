import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import {
  IconCalendarEvent,
  IconChevronDown,
  IconPencil,
  IconRefresh,
  IconTable,
  IconUpload,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMembership } from '../lib/session.ts';

/** Screens that act on the rows of a table. Shows those that the member may use, and nothing without one. */
export function TableMenu() {
  const { id: organisationId, may } = useMembership();
  const items = [
    {
      ...{ label: t`Import certificates`, icon: IconUpload, isShown: may('certificates:import') },
      to: '/o/$organisationId/certificates/import',
    },
    {
      ...{ label: t`Renew certificates`, icon: IconRefresh, isShown: may('certificates:write') },
      to: '/o/$organisationId/batches/new',
    },
    {
      ...{ label: t`Correct certificates`, icon: IconPencil, isShown: may('certificates:write') },
      to: '/o/$organisationId/certificates/corrections',
    },
    {
      ...{ label: t`Change expiry`, icon: IconCalendarEvent, isShown: may('certificates:revoke') },
      to: '/o/$organisationId/certificates/expiries',
    },
  ].filter(({ isShown }) => isShown);
  if (items.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconTable size={18} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          <Trans>From a table</Trans>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, icon: Icon, to }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} to={to} params={{ organisationId }} />}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
