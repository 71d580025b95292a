import { t } from '@lingui/core/macro';
import { ColorSwatch, Group, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { COLOR } from '../../../../templates-engine/elements/shared/properties.ts';
import { useApi } from '../../../lib/api.tsx';
import { useEditor } from '../model/editor-context.ts';

const COLOR_IN_JSON = new RegExp(`"${COLOR.pattern.source.slice(1, -1)}"`, 'g');
const MOST = 12;

/** Offers the organisation's brand colour and the colours already used in the design. */
export function BrandColors({ onPick }: { onPick: (color: string) => void }) {
  const { draft } = useEditor();
  const { data } = useQuery(useApi().organisation.get.queryOptions(undefined, { staleTime: 60_000 }));
  const { background, elements } = draft;
  const colors = elements.map(({ type: _, ...element }) => ({ ...element, src: undefined, path: undefined }));
  const found = JSON.stringify([background?.color, background?.gradient, colors]).match(COLOR_IN_JSON) ?? [];
  const used = [...new Set(found.map((color) => color.slice(1, -1).toLowerCase()))].slice(0, MOST);
  return (
    <>
      {data?.brandColor && <Swatches label={t`Brand`} colors={[data.brandColor.toLowerCase()]} onPick={onPick} />}
      {used.length > 0 && <Swatches label={t`In this design`} colors={used} onPick={onPick} />}
    </>
  );
}

function Swatches({ label, colors, onPick }: { label: string; colors: string[]; onPick: (color: string) => void }) {
  return (
    <div>
      <Text size="xs" c="dimmed" mt="xs">
        {label}
      </Text>
      <Group gap={4} maw={200}>
        {colors.map((color) => (
          <Tooltip key={color} label={color}>
            <UnstyledButton
              aria-label={`${label}: ${color}`}
              onClick={() => onPick(color)}
              style={{ lineHeight: 0, padding: 2 }}
            >
              <ColorSwatch color={color} size={22} component="span" />
            </UnstyledButton>
          </Tooltip>
        ))}
      </Group>
    </div>
  );
}
