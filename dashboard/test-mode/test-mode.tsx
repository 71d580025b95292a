import { t } from '@lingui/core/macro';
import { SimpleGrid } from '@mantine/core';
import { Page } from '../components/page.tsx';
import { TestClock } from './clock.tsx';
import { TestCredits } from './credits.tsx';
import { TestInbox } from './inbox.tsx';
import { ResetTest } from './reset.tsx';

/** Tools of test mode: its mails, clock and credits, and its end. */
export function TestMode() {
  return (
    <Page title={t`Test tools`} actions={<ResetTest />} maw={1100}>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <TestClock />
        <TestCredits />
      </SimpleGrid>
      <TestInbox />
    </Page>
  );
}
