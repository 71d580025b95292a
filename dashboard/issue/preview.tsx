import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Badge, Box, Center, Image, Loader, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Recipient } from '../issuing/recipients.ts';
import { joined } from '../language/joined.ts';
import { useApi } from '../lib/api.tsx';
import { messageOf } from '../lib/errors/errors.ts';

/** Returns a preview of a recipient's certificate, debounced after typing. Samples replace omitted variables, but not empty ones. */
export function usePreview(
  templateId: string,
  { variables, awardedOn, expiresAt }: Pick<Recipient, 'variables' | 'awardedOn' | 'expiresAt'>,
) {
  const api = useApi();
  const given = JSON.stringify({ variables, awardedOn, expiresAt });
  const [settled] = useDebouncedValue(given, 300);
  const { data, error, isFetching } = useQuery({
    ...api.templates.preview.queryOptions(
      { id: templateId, ...JSON.parse(settled) },
      { trpc: { abortOnUnmount: true } },
    ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 10_000,
  });
  const isCurrent = given === settled && !isFetching;
  return {
    image: data?.image ?? null,
    problems: isCurrent ? (data?.problems ?? []) : [],
    error,
    isFetching,
  };
}

interface PreviewProps extends Omit<ReturnType<typeof usePreview>, 'problems'> {
  /** Labels of the fields that show samples. */
  samples: readonly string[];
}

/** Shows the picture of `usePreview`. The previous one stays until the next arrives. */
export function Preview({ image, error, isFetching, samples }: PreviewProps) {
  return (
    <Box component="section" aria-label={t`Preview`}>
      <Paper withBorder p="xs" pos="relative">
        {image ? (
          <Image src={image} alt={t`The certificate as it would look`} fit="contain" mah="70vh" />
        ) : (
          <Center mih={240}>
            {isFetching ? (
              <Loader role="status" aria-label={t`Loading the preview`} />
            ) : (
              <Text>
                <Trans>No preview</Trans>
              </Text>
            )}
          </Center>
        )}
        {image && samples.length > 0 && (
          <Badge pos="absolute" top={12} left={12} color="dark" variant="filled">
            <Trans>Sample</Trans>
          </Badge>
        )}
        {image && isFetching && (
          <Loader size="sm" pos="absolute" top={12} right={12} role="status" aria-label={t`Loading the preview`} />
        )}
      </Paper>
      <Text size="sm" c="dimmed" mt="xs" role="status" style={{ overflowWrap: 'anywhere' }}>
        {remark(error, samples)}
      </Text>
    </Box>
  );
}

function remark(error: unknown, samples: readonly string[]): string {
  if (error) return t`The preview couldn’t be loaded. ${{ error: messageOf(error) }}`;
  const always = t`The QR code and the number are samples.`;
  return samples.length === 0 ? always : `${t`Sample values are shown for ${{ fields: joined(samples) }}.`} ${always}`;
}
