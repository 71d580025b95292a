import { t } from '@lingui/core/macro';
import { Tabs } from '@mantine/core';
import { IconFileUnknown } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, useEffect, useRef } from 'react';
import { Page } from '../components/page.tsx';
import { Empty } from '../components/states.tsx';
import { useMembership } from '../lib/session.ts';
import { ApiKeys } from './api-keys/api-keys.tsx';
import { AuditLog } from './audit/audit-log.tsx';
import { Credits } from './credits/credits.tsx';
import { EmailSettings } from './email/email.tsx';
import { Fonts } from './fonts/fonts.tsx';
import { Members } from './members/members.tsx';
import { OrganisationSettings } from './organisation/organisation.tsx';
import './settings.css';
import { Webhooks } from './webhooks/webhooks.tsx';

type Permission = Parameters<ReturnType<typeof useMembership>['may']>[0];

interface Tab {
  id: string;
  label: string;
  needs: Permission;
  content: ComponentType;
}

const TABS: Tab[] = [
  { id: 'organisation', label: t`Organisation`, needs: 'organisation:read', content: OrganisationSettings },
  { id: 'e-mail', label: t`E-mail`, needs: 'organisation:write', content: EmailSettings },
  { id: 'api-keys', label: t`API keys`, needs: 'api-keys:manage', content: ApiKeys },
  { id: 'webhooks', label: t`Webhooks`, needs: 'webhooks:manage', content: Webhooks },
  { id: 'members', label: t`Members`, needs: 'organisation:read', content: Members },
  { id: 'fonts', label: t`Fonts`, needs: 'templates:write', content: Fonts },
  { id: 'credits', label: t`Credits`, needs: 'credits:read', content: Credits },
  { id: 'audit-log', label: t`Audit log`, needs: 'audit:read', content: AuditLog },
];

/** Settings of an organisation. The tab is part of the address, so that it can be linked. */
export function Settings() {
  const { may } = useMembership();
  const { tab } = useSearch({ from: '/o/$organisationId/settings' });
  const navigate = useNavigate({ from: '/o/$organisationId/settings' });
  const tabs = TABS.filter(({ needs }) => may(needs));
  const shown = tab === undefined ? tabs[0] : tabs.find(({ id }) => id === tab);
  const list = useVisibleTab(shown?.id);
  return (
    <Page title={t`Settings`}>
      <Tabs
        value={shown?.id ?? null}
        onChange={(next) => void navigate({ search: next ? { tab: next } : {} })}
        keepMounted={false}
        activateTabWithKeyboard={false}
      >
        <Tabs.List ref={list} className="settings-tabs" aria-label={t`Settings`} mb="lg">
          {tabs.map(({ id, label }) => (
            <Tabs.Tab key={id} value={id}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {!shown && <NoSuchTab isKnown={TABS.some(({ id }) => id === tab)} />}
        {tabs.map(({ id, content: Content }) => (
          <Tabs.Panel key={id} value={id}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function NoSuchTab({ isKnown }: { isKnown: boolean }) {
  return (
    <Empty icon={IconFileUnknown} title={isKnown ? t`Your role doesn’t include these settings` : t`Settings not found`}>
      {isKnown
        ? t`An owner or admin of the organisation can change your role.`
        : t`The link may be mistyped or out of date. Choose one of the settings above.`}
    </Empty>
  );
}

/** Scrolls the active tab into view, as the row of tabs scrolls on narrow screens. */
function useVisibleTab(shown: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the tab changes
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected=true]');
    if (list.current && tab)
      list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.clientWidth) / 2;
  }, [shown]);
  return list;
}
