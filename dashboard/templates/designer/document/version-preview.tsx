import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Image, Modal, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Failed, Loading } from '../../../components/states.tsx';
import { useApiClient } from '../../../lib/api.tsx';
import { LocalError } from '../../../lib/errors/errors.ts';
import type { Former } from './former.ts';

interface VersionPreviewProps {
  /** null shows nothing. */
  former: Former | null;
  onClose: () => void;
  onRestore: (former: Former) => void;
}

/** Shows an earlier state of the design in full size. */
export function VersionPreview({ former, onClose, onRestore }: VersionPreviewProps) {
  return (
    <Modal opened={former !== null} onClose={onClose} title={former?.label} size="min(1100px, 92vw)">
      {former && (
        <Stack>
          <LargePicture former={former} />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            <Button onClick={() => onRestore(former)}>
              <Trans>Restore</Trans>
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

function LargePicture({ former: { key, label, read } }: { former: Former }) {
  const client = useApiClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['version-preview', key],
    queryFn: async () => {
      const { image } = await client.designs.preview.mutate({ design: { ...(await read()) }, values: {} });
      if (!image) throw new LocalError(t`This draft wasn’t finished, so there’s no preview.`);
      return image;
    },
    gcTime: 0,
    retry: false,
  });
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading rows={5} />;
  return <Image src={data} alt={t`Preview: ${label}`} fit="contain" mah="75dvh" />;
}
