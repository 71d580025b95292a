import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Text } from '@mantine/core';
import { useState } from 'react';
import type { WorkOwner } from './kept-work.ts';
import { useOtherTabs } from './use-other-tabs.ts';

/** Notes that the template is open in another tab, until the note is closed or the other tab is. */
export function OtherTabs({ owner }: { owner: WorkOwner }) {
  const isOpenElsewhere = useOtherTabs(owner);
  const [isClosed, setClosed] = useState(false);
  if (!isOpenElsewhere || isClosed) return null;
  return (
    <Alert
      color="yellow"
      role="status"
      radius={0}
      withCloseButton
      closeButtonLabel={t`Close this note`}
      onClose={() => setClosed(true)}
      style={{ flex: 'none' }}
    >
      <Trans>
        <Text span inherit fw={600}>
          This template is also open in another tab.
        </Text>{' '}
        Changes to different elements are merged. If both tabs change the same element, you decide which version stays.
      </Trans>
    </Alert>
  );
}
