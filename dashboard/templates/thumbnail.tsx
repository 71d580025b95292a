import { AspectRatio, Center, Image } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useApiClient } from '../lib/api.tsx';
import type { DesignSummary } from './design-summary.ts';

/** Preview of a template: the published version, or the draft if it was never published. */
export function Thumbnail({ design: { id, revision, thumbnailUrl } }: { design: DesignSummary }) {
  const client = useApiClient();
  const draft = useQuery({
    queryKey: ['draft-picture', id, revision],
    queryFn: () => client.designs.picture.query({ id }),
    enabled: thumbnailUrl === null,
  });
  const source = thumbnailUrl ?? draft.data?.image;
  return (
    <AspectRatio ratio={4 / 3} bg="light-dark(var(--mantine-color-gray-1), var(--mantine-color-dark-8))">
      {source ? (
        <Image src={source} alt="" fit="contain" loading="lazy" p="xs" />
      ) : (
        <Center c="dimmed">
          <IconTemplate size={48} stroke={1.2} aria-hidden />
        </Center>
      )}
    </AspectRatio>
  );
}
