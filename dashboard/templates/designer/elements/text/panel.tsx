import { t } from '@lingui/core/macro';
import { Checkbox, Group, Input, NativeSelect, SegmentedControl, SimpleGrid, Stack } from '@mantine/core';
import {
  IconAlignCenter,
  IconAlignJustified,
  IconAlignLeft,
  IconAlignRight,
  IconLayoutAlignBottom,
  IconLayoutAlignMiddle,
  IconLayoutAlignTop,
} from '@tabler/icons-react';
import {
  lineHeightOf,
  plainTextOf,
  TEXT_DEFAULTS,
  TEXT_RANGES,
} from '../../../../../templates-engine/elements/text/properties.ts';
import { BuiltInSuggestions } from '../../controls/built-in-suggestions.tsx';
import { choices } from '../../controls/choices.ts';
import { ColorField } from '../../controls/color-field.tsx';
import { NumberField } from '../../controls/fields.tsx';
import { PlaceholderText } from '../../controls/placeholder-text.tsx';
import { useMembers, useMixed } from '../../controls/use-members.ts';
import type { ElementOf, Item } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import type { TextRange } from '../../model/text-range.ts';
import { variablesOf } from '../../model/variables.ts';
import { ArcField } from './arc-field.tsx';
import { FontSelect } from './font-select.tsx';
import { useFace, useFontFamilies } from './fonts.ts';
import { RunFields } from './run-fields.tsx';
import { ShrinkField } from './shrink-field.tsx';
import { StyleField } from './style-field.tsx';
import { WEIGHT_NAMES } from './weight-names.ts';

type TextElement = ElementOf<'text'>;
type TextItem = Item<TextElement>;

const ALIGN = [
  { value: 'left', label: t`Left`, icon: IconAlignLeft },
  { value: 'center', label: t`Centre`, icon: IconAlignCenter },
  { value: 'right', label: t`Right`, icon: IconAlignRight },
  { value: 'justify', label: t`Justify`, icon: IconAlignJustified },
] as const;

const VERTICAL = [
  { value: 'top', label: t`Top`, icon: IconLayoutAlignTop },
  { value: 'middle', label: t`Middle`, icon: IconLayoutAlignMiddle },
  { value: 'bottom', label: t`Bottom`, icon: IconLayoutAlignBottom },
] as const;

/** Edits a text's content and style. */
export function TextPanel({ item }: { item: TextItem }) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const isMixed = useMixed(item, TEXT_DEFAULTS);
  const { selection } = useEditor();
  // Loaded before the text is edited on the page or resized, when the browser draws it.
  useFace(item.font, item.weight ?? TEXT_DEFAULTS.weight, item.italic ?? TEXT_DEFAULTS.italic);
  return (
    <Stack gap="xs">
      {selection.length < 2 && <Content item={item} />}
      {selection.length < 2 && <BuiltInSuggestions among={variablesOf(plainTextOf(item.text))} />}
      <StyleField item={item} />
      <FontSelect value={item.font} isMixed={isMixed('font')} onChange={(font) => change({ font })} />
      <Face item={item} />
      <Measures item={item} />
      <ShrinkField item={item} />
      <ColorField
        label={t`Colour`}
        value={item.color ?? TEXT_DEFAULTS.color}
        isMixed={isMixed('color')}
        onChange={(color) => change({ color })}
      />
      <Choice
        label={t`Horizontal alignment`}
        options={ALIGN}
        value={isMixed('align') ? null : (item.align ?? TEXT_DEFAULTS.align)}
        onChange={(align) => change({ align })}
      />
      <Checkbox
        size="xs"
        label={t`Keep spaces around empty values`}
        checked={(item.keepSpaces ?? TEXT_DEFAULTS.keepSpaces) && !isMixed('keepSpaces')}
        indeterminate={isMixed('keepSpaces')}
        onChange={({ currentTarget }) => change({ keepSpaces: currentTarget.checked })}
      />
      <ArcField item={item} />
      <Choice
        label={t`Vertical alignment`}
        options={VERTICAL}
        value={isMixed('verticalAlign') ? null : (item.verticalAlign ?? TEXT_DEFAULTS.verticalAlign)}
        onChange={(verticalAlign) => change({ verticalAlign })}
      />
    </Stack>
  );
}

function Content({ item }: { item: TextItem }) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const { session, setSession, fieldCaret } = useEditor();
  /** A variable is inserted at the caret last used, whether it was in the field or on the page. */
  const follow = (range: TextRange) => {
    if (session) setSession({ id: item.id, range });
    else fieldCaret.current = { id: item.id, range };
  };
  return typeof item.text === 'string' ? (
    <PlaceholderText label={t`Text`} value={item.text} onChange={(text) => change({ text })} onSelect={follow} />
  ) : (
    <RunFields runs={item.text} onChange={(text) => change({ text })} onSelect={follow} />
  );
}

function Face({ item }: { item: TextItem }) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const isMixed = useMixed(item, TEXT_DEFAULTS);
  const { data: fonts } = useFontFamilies();
  const font = fonts?.find(({ family }) => family === item.font);
  const weight = item.weight ?? TEXT_DEFAULTS.weight;
  const weights = [...new Set([...(font?.weights ?? []), weight])].sort((a, b) => a - b);
  return (
    <Group align="flex-end" gap="sm" wrap="nowrap">
      <NativeSelect
        size="xs"
        flex={1}
        label={t`Weight`}
        {...choices(
          weights.map((value) => ({ value: String(value), label: WEIGHT_NAMES[value] ?? String(value) })),
          String(weight),
          isMixed('weight'),
        )}
        onChange={({ currentTarget }) => change({ weight: Number(currentTarget.value) })}
      />
      <Stack gap="xs">
        <Checkbox
          size="xs"
          label={t`Italic`}
          checked={(item.italic ?? TEXT_DEFAULTS.italic) && !isMixed('italic')}
          indeterminate={isMixed('italic')}
          disabled={font?.hasItalic === false && !item.italic}
          onChange={({ currentTarget }) => change({ italic: currentTarget.checked })}
        />
        <Checkbox
          size="xs"
          label={t`Upper case`}
          checked={(item.uppercase ?? TEXT_DEFAULTS.uppercase) && !isMixed('uppercase')}
          indeterminate={isMixed('uppercase')}
          onChange={({ currentTarget }) => change({ uppercase: currentTarget.checked })}
        />
      </Stack>
    </Group>
  );
}

function Measures({ item }: { item: TextItem }) {
  const change = useMembers(item, TEXT_DEFAULTS);
  const isMixed = useMixed(item, TEXT_DEFAULTS);
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      <NumberField
        label={t`Size`}
        value={item.size}
        {...TEXT_RANGES.fontSize}
        isMixed={isMixed('size')}
        onChange={(size) => change({ size })}
      />
      <NumberField
        label={t`Line height`}
        value={item.lineHeight ?? lineHeightOf(item.font)}
        {...TEXT_RANGES.lineHeight}
        step={0.1}
        isMixed={isMixed('lineHeight')}
        onChange={(lineHeight) => change({ lineHeight })}
      />
      <NumberField
        label={t`Letter spacing`}
        value={item.letterSpacing ?? TEXT_DEFAULTS.letterSpacing}
        {...TEXT_RANGES.letterSpacing}
        step={0.5}
        isMixed={isMixed('letterSpacing')}
        onChange={(letterSpacing) => change({ letterSpacing })}
      />
    </SimpleGrid>
  );
}

interface ChoiceProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string; icon: typeof IconAlignLeft }[];
  /** null if the selected texts have different values. */
  value: Value | null;
  onChange: (value: Value) => void;
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <div>
      <Input.Label component="div" size="xs">
        {label}
      </Input.Label>
      <SegmentedControl
        size="xs"
        fullWidth
        aria-label={label}
        value={value ?? ''}
        onChange={(chosen) => onChange(chosen as Value)}
        data={options.map(({ icon: Icon, ...option }) => ({
          value: option.value,
          label: <Icon size={16} role="img" aria-label={option.label} />,
        }))}
      />
    </div>
  );
}
