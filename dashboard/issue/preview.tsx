import { Box, Center, Image, Loader, Paper, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../app/api.tsx';
import { messageOf } from '../app/errors.ts';

/** How a certificate would look with these values, shortly after they were typed. */
export function usePreview(templateId: string, variables: Record<string, string>) {
  const api = useApi();
  const given = JSON.stringify(Object.entries(variables).filter(([, value]) => value !== ''));
  const [settled] = useDebouncedValue(given, 300);
  const { data, error, isFetching } = useQuery({
    ...api.templates.preview.queryOptions(
      { id: templateId, variables: Object.fromEntries(JSON.parse(settled)) },
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

/** The picture of `usePreview`; the one before stays until the next is there. */
export function Preview({ image, error, isFetching }: Omit<ReturnType<typeof usePreview>, 'problems'>) {
  return (
    <Box component="section" aria-label="Preview">
      <Paper withBorder p="xs" pos="relative">
        {image ? (
          <Image src={image} alt="The certificate as it would look" fit="contain" mah="70vh" />
        ) : (
          <Center mih={240}>
            {isFetching ? <Loader role="status" aria-label="Drawing the preview" /> : <Text>No preview</Text>}
          </Center>
        )}
        {image && isFetching && (
          <Loader size="sm" pos="absolute" top={12} right={12} role="status" aria-label="Drawing the preview" />
        )}
      </Paper>
      <Text size="sm" c="dimmed" mt="xs" role="status">
        {remark(error)}
      </Text>
    </Box>
  );
}

function remark(error: unknown): string {
  if (error) return `The preview could not be drawn. ${messageOf(error)}`;
  return 'What is empty shows a sample here, or its variable’s name, and stays empty on the certificate unless it has a default; the recipient’s name may not. The QR code is a sample.';
}
