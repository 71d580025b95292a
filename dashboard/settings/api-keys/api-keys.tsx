import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Switch } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import { Section } from '../shared/section.tsx';
import { CreateKey } from './create-key.tsx';
import { KeyTable } from './key-table.tsx';
import { type NewKey, ShownKey } from './shown-key.tsx';
import { type ApiKey, stateOf } from './state.ts';

/** Manages the API keys of the organisation. */
export function ApiKeys() {
  const { data, error, refetch } = useQuery(useApi().apiKeys.list.queryOptions());
  const [isCreating, setIsCreating] = useState(false);
  const [shown, setShown] = useState<NewKey | null>(null);
  const create = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setIsCreating(true)}>
      <Trans>Create a key</Trans>
    </Button>
  );
  return (
    <Section
      title={t`API keys`}
      about={t`API keys let your software issue and read certificates for this organisation.`}
      action={data && data.apiKeys.length > 0 && create}
    >
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.apiKeys.length === 0 && (
        <Empty icon={IconKey} title={t`No keys yet`} action={create}>
          <Trans>Create one key per program, so you can revoke each one separately.</Trans>
        </Empty>
      )}
      {data && data.apiKeys.length > 0 && <Keys apiKeys={data.apiKeys} onRotated={setShown} />}
      {isCreating && (
        <CreateKey
          onClose={() => setIsCreating(false)}
          onCreated={(key) => {
            setIsCreating(false);
            setShown(key);
          }}
        />
      )}
      {shown && <ShownKey newKey={shown} onClose={() => setShown(null)} />}
    </Section>
  );
}

/** Hides keys that have ended, which are kept for the record. */
function Keys({ apiKeys, onRotated }: { apiKeys: ApiKey[]; onRotated: (key: NewKey) => void }) {
  const [showsEnded, setShowsEnded] = useState(false);
  const active = apiKeys.filter((key) => stateOf(key) === 'ACTIVE');
  const ended = apiKeys.length - active.length;
  const listed = showsEnded ? apiKeys : active;
  return (
    <Stack>
      {ended > 0 && (
        <Switch
          label={t`Show revoked and expired keys (${{ count: ended }})`}
          checked={showsEnded}
          onChange={({ target }) => setShowsEnded(target.checked)}
        />
      )}
      {listed.length > 0 ? (
        <KeyTable apiKeys={listed} onRotated={onRotated} />
      ) : (
        <Empty icon={IconKey} title={t`No active keys`}>
          <Trans>All keys are revoked or expired. No program can call the API.</Trans>
        </Empty>
      )}
    </Stack>
  );
}
