import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, NativeSelect, SimpleGrid, Stack, Text } from '@mantine/core';
import { BACKGROUND_DEFAULTS, DESIGN_RANGES } from '../../../../templates-engine/design/properties.ts';
import { PAGE_SIZES } from '../../shared/page-sizes.ts';
import { ColorField } from '../controls/color-field.tsx';
import { FITS } from '../controls/fits.ts';
import { LengthField } from '../controls/length-field.tsx';
import { LetterheadField } from '../controls/letterhead-field.tsx';
import { PictureField } from '../controls/picture-field.tsx';
import { UnitSwitch } from '../controls/unit-switch.tsx';
import type { Background, Fit, Page } from '../model/design.ts';
import { changeDesign, changePart } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { round } from '../model/geometry.ts';
import { GradientProperties } from './gradient-properties.tsx';

/** Value of the option that stands for a page of another size. */
const CUSTOM = 'custom';

/** Edits the page's size and background. */
export function PageProperties() {
  const { draft, edit } = useEditor();
  const setPage = (page: Page) => edit(changeDesign({ page }), 'page size');
  const { width, height, bleed } = draft.page;
  const isOfPdf = draft.background?.pdf !== undefined;
  const keptBleed = bleed === undefined ? {} : { bleed };
  const preset = PAGE_SIZES.find((size) => size.width === width && size.height === height);
  return (
    <Stack gap="xs">
      <NativeSelect
        size="xs"
        label={t`Page size`}
        disabled={isOfPdf}
        data={[
          ...PAGE_SIZES.map(({ id, name }) => ({ value: id, label: name })),
          ...(preset ? [] : [{ value: CUSTOM, label: t({ message: 'Custom', context: 'page size' }) }]),
        ]}
        value={preset?.id ?? CUSTOM}
        onChange={({ currentTarget }) => {
          const chosen = PAGE_SIZES.find(({ id }) => id === currentTarget.value);
          if (chosen) setPage({ width: chosen.width, height: chosen.height, ...keptBleed });
        }}
      />
      <SimpleGrid cols={2} spacing="xs">
        <LengthField
          label={t`Width`}
          value={width}
          {...DESIGN_RANGES.pageSide}
          disabled={isOfPdf}
          onChange={(value) => setPage({ width: round(value), height, ...keptBleed })}
        />
        <LengthField
          label={t`Height`}
          value={height}
          {...DESIGN_RANGES.pageSide}
          disabled={isOfPdf}
          onChange={(value) => setPage({ width, height: round(value), ...keptBleed })}
        />
      </SimpleGrid>
      {isOfPdf && (
        <Text size="xs" c="dimmed">
          <Trans>Set by the background PDF.</Trans>
        </Text>
      )}
      <UnitSwitch />
      <LengthField
        label={t`Bleed for print`}
        value={bleed ?? 0}
        {...DESIGN_RANGES.bleed}
        onChange={(value) => setPage({ width, height, ...(value > 0 && { bleed: round(value) }) })}
      />
      <BackgroundProperties />
    </Stack>
  );
}

function BackgroundProperties() {
  const { draft, edit } = useEditor();
  const { background } = draft;
  const change = (members: Partial<Background>) =>
    edit(changePart('background', members), `background ${Object.keys(members).join()}`);
  return (
    <>
      <ColorField
        label={t`Background colour`}
        value={background?.color ?? BACKGROUND_DEFAULTS.color}
        onChange={(color) => change({ color })}
      />
      <GradientProperties gradient={background?.gradient} onChange={(gradient) => change({ gradient })} />
      <PictureField
        label={background?.image ? t`Replace background image` : t`Add background image`}
        onChange={({ src }) => change({ image: src })}
      />
      <LetterheadField />
      {background?.image && (
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <NativeSelect
            size="xs"
            flex={1}
            label={t`Image fit`}
            data={FITS}
            value={background.fit ?? BACKGROUND_DEFAULTS.fit}
            onChange={({ currentTarget: { value } }) =>
              change({ fit: value === BACKGROUND_DEFAULTS.fit ? undefined : (value as Fit) })
            }
          />
          <Button size="xs" variant="default" onClick={() => change({ image: undefined, fit: undefined })}>
            <Trans>Remove</Trans>
          </Button>
        </Group>
      )}
    </>
  );
}
