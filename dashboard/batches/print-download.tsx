import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Progress, Text } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../components/format.tsx';
import { notifyError } from '../lib/errors/errors.ts';
import { readPrintPdf } from './read-print-pdf.ts';
import { saveBlob } from './save-file.ts';

/** Downloads the batch as one PDF for a printer, and shows the number of pages received. */
export function PrintDownload({ address, name }: { address: string; name: string }) {
  const [progress, setProgress] = useState<{ pages: number; of: number } | null>(null);
  const control = useRef<AbortController>(null);
  useEffect(() => () => control.current?.abort(), []);
  const start = async () => {
    control.current = new AbortController();
    setProgress({ pages: 0, of: 0 });
    try {
      saveBlob(await readPrintPdf(address, control.current.signal, setProgress), name);
    } catch (error) {
      if (!control.current.signal.aborted) notifyError(error);
    }
    setProgress(null);
  };
  if (!progress)
    return (
      <Button variant="default" onClick={() => void start()} leftSection={<IconPrinter size={16} aria-hidden />}>
        <Trans>For print (PDF)</Trans>
      </Button>
    );
  const { pages, of } = progress;
  return (
    <Group gap="sm" wrap="nowrap" miw={280}>
      <div style={{ flex: 1 }}>
        <Progress value={of > 0 ? (100 * pages) / of : 0} aria-label={t`Pages of the print PDF`} />
        <Text size="xs" c="dimmed" role="status">
          {of > 0
            ? plural({ total: of }, { other: `${{ pages: formatNumber(pages) }} of # pages` })
            : t`The pages are being put together`}
        </Text>
      </div>
      <Button size="xs" variant="subtle" onClick={() => control.current?.abort()}>
        <Trans>Cancel</Trans>
      </Button>
    </Group>
  );
}
