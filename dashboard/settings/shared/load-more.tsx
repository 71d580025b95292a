import { Trans } from '@lingui/react/macro';
import { Button, Center } from '@mantine/core';

interface LoadMoreProps {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Loads the next page of a list. Renders nothing after the last one. */
export function LoadMore({ hasNextPage, isFetchingNextPage, fetchNextPage }: LoadMoreProps) {
  if (!hasNextPage) return null;
  return (
    <Center>
      <Button variant="default" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
        <Trans>Show more</Trans>
      </Button>
    </Center>
  );
}
