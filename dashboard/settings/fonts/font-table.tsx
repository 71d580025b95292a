import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { cssFamily, type FontFamily, loadFace } from '../../components/faces.ts';
import { Ago } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';
import { useRefreshFonts } from './use-refresh-fonts.ts';

type Font = Outputs['fonts']['list']['fonts'][number];

const COLUMNS = ['Font', 'Faces', 'Uploaded', 'Used by'];
const SHOWN = 3;

/** Lists the uploaded fonts, each with a specimen, the person who confirmed its licence, and the templates that use it. */
export function FontTable({ fonts }: { fonts: Font[] }) {
  const { data: families } = useQuery(useApi().designs.fonts.queryOptions());
  const rows = fonts.map((font) => ({
    key: font.id,
    cells: [
      <Specimen key="font" font={font} family={families?.find(({ family }) => isSame(family, font.family))} />,
      font.faces.map(({ style, weight }) => style || weight).join(', '),
      <Stack key="uploaded" gap={2}>
        <Ago moment={font.createdAt} />
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {font.uploadedBy}
        </Text>
      </Stack>,
      usersOf(font),
      font.usedBy.length === 0 && <Remove key="remove" font={font} />,
    ],
  }));
  return <StackedTable label="Fonts" columns={COLUMNS} rows={rows} />;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function usersOf({ usedBy }: Font): string {
  if (usedBy.length === 0) return 'No published template';
  const more = usedBy.length - SHOWN;
  return `${usedBy.slice(0, SHOWN).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Shows the family's name in its own font. */
function Specimen({ font, family }: { font: Font; family: FontFamily | undefined }) {
  const [face] = font.faces;
  const { weight = 400, italic = false } = face ?? {};
  useEffect(() => {
    if (family) void loadFace(family, weight, italic);
  }, [family, weight, italic]);
  return (
    <Stack gap={2}>
      <Text
        size="xl"
        fw={weight}
        fs={italic ? 'italic' : 'normal'}
        style={{ fontFamily: cssFamily(family?.family ?? font.family), overflowWrap: 'anywhere' }}
      >
        {font.family}
      </Text>
      <Text size="xs" c="dimmed">
        {font.family}
      </Text>
    </Stack>
  );
}

function Remove({ font: { id, family } }: { font: Font }) {
  const refresh = useRefreshFonts();
  const remove = useMutation(
    useApi().fonts.remove.mutationOptions({
      onSuccess: () => notifyDone(`Font “${family}” removed.`),
      onError: notifyError,
      onSettled: refresh,
    }),
  );
  const ask = () =>
    confirm({
      title: `Remove “${family}”?`,
      text: 'New designs can’t use this font. To bring it back, upload the file again.',
      confirm: 'Remove the font',
      isDangerous: true,
      onConfirm: () => remove.mutate({ id }),
    });
  return (
    <Button size="xs" variant="default" loading={remove.isPending} onClick={ask} aria-label={`Remove “${family}”`}>
      Remove
    </Button>
  );
}
