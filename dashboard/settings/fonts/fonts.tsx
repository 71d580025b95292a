import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text } from '@mantine/core';
import { IconTypography } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '../../components/format.tsx';
import { Empty, Failed, Loading } from '../../components/states.tsx';
import { useApi } from '../../lib/api.tsx';
import type { Outputs } from '../../lib/session.ts';
import { Section } from '../shared/section.tsx';
import { FontTable } from './font-table.tsx';
import { UploadFont } from './upload-font.tsx';

const MEGABYTE = 1_000_000;

/** Manages the organisation's own fonts, which its templates can use in addition to the built-in ones. */
export function Fonts() {
  const { data, error, refetch } = useQuery(useApi().fonts.list.queryOptions());
  return (
    <Section
      title={t`Fonts`}
      about={t`Your own typefaces. The designer lists them first. Published templates keep the fonts they were published with.`}
    >
      <UploadFont />
      {error && !data && <Failed error={error} onRetry={refetch} />}
      {!data && !error && <Loading rows={3} />}
      {data?.fonts.length === 0 && (
        <Empty icon={IconTypography} title={t`No fonts yet`}>
          <Trans>
            Upload the files of a family one at a time: regular, bold, italic. A variable font has all its weights in
            one file.
          </Trans>
        </Empty>
      )}
      {data && data.fonts.length > 0 && (
        <Stack gap="xs">
          <FontTable fonts={data.fonts} />
          <Text size="sm" c="dimmed">
            {usageOf(data)}
          </Text>
        </Stack>
      )}
    </Section>
  );
}

function usageOf({ fonts, limits }: Outputs['fonts']['list']): string {
  const files = formatNumber(fonts.length);
  const megabytes = formatNumber(Math.ceil(fonts.reduce((sum, { size }) => sum + size, 0) / MEGABYTE));
  const mostMegabytes = formatNumber(limits.bytes / MEGABYTE);
  return plural(
    { mostFiles: limits.fonts },
    {
      one: `${files} of # file, ${megabytes} of ${mostMegabytes} MB`,
      other: `${files} of # files, ${megabytes} of ${mostMegabytes} MB`,
    },
  );
}
