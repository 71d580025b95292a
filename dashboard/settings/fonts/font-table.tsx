import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { confirm } from '../../components/confirm.tsx';
import { cssFamily, type FontFamily, loadFace } from '../../components/faces.ts';
import { Ago } from '../../components/format.tsx';
import { StackedTable } from '../../components/stacked-table.tsx';
import { joined } from '../../language/joined.ts';
import { useApi } from '../../lib/api.tsx';
import { notifyDone, notifyError } from '../../lib/errors/errors.ts';
import type { Outputs } from '../../lib/session.ts';
import { useRefreshFonts } from './use-refresh-fonts.ts';

type Font = Outputs['fonts']['list']['fonts'][number];

const COLUMNS = [t`Font`, t`Faces`, t`Uploaded`, t`Used by`];
const SHOWN = 3;

/** Lists the uploaded fonts, each with a specimen, the person who confirmed its licence, and the templates that use it. */
export function FontTable({ fonts }: { fonts: Font[] }) {
  const { data: families } = useQuery(useApi().designs.fonts.queryOptions());
  const rows = fonts.map((font) => ({
    key: font.id,
    cells: [
      <Specimen key="font" font={font} family={families?.find(({ family }) => isSame(family, font.family))} />,
      joined(font.faces.map(({ style, weight }) => style || weight)),
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
  return <StackedTable label={t`Fonts`} columns={COLUMNS} rows={rows} />;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

function usersOf({ usedBy }: Font): string {
  if (usedBy.length === 0) return t`No published template`;
  const more = usedBy.length - SHOWN;
  const templates = joined(usedBy.slice(0, SHOWN));
  return more > 0 ? plural(more, { one: `${templates} and # more`, other: `${templates} and # more` }) : templates;
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
      onSuccess: () => notifyDone(t`Font “${family}” removed.`),
      onError: notifyError,
      onSettled: refresh,
    }),
  );
  const ask = () =>
    confirm({
      title: t`Remove “${family}”?`,
      text: t`New designs can’t use this font. To bring it back, upload the file again.`,
      confirm: t`Remove the font`,
      isDangerous: true,
      onConfirm: () => remove.mutate({ id }),
    });
  return (
    <Button size="xs" variant="default" loading={remove.isPending} onClick={ask} aria-label={t`Remove “${family}”`}>
      <Trans>Remove</Trans>
    </Button>
  );
}
