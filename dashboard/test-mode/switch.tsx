import { t } from '@lingui/core/macro';
import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../lib/api.tsx';
import { notifyError } from '../lib/errors/errors.ts';
import { useMembership } from '../lib/session.ts';

/** Switches between the organisation and its test mode, which is created with its first use. */
export function TestModeSwitch() {
  const { isTest, liveId } = useMembership();
  const navigate = useNavigate();
  const go = (organisationId: string) => void navigate({ to: '/o/$organisationId', params: { organisationId } });
  const open = useMutation(useApi().testMode.open.mutationOptions({ onError: notifyError }));
  // Not called once the person has switched to another organisation.
  const openTest = () => open.mutate(undefined, { onSuccess: ({ organisationId }) => go(organisationId) });
  return (
    <Switch
      label={t`Test mode`}
      checked={isTest}
      disabled={open.isPending}
      color="orange.8"
      onChange={() => (isTest ? go(liveId) : openTest())}
    />
  );
}
