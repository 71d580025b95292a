import { ActionIcon, ColorPicker, ColorSwatch, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEditor } from '../model/editor-context.tsx';

const COLOR = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i;

/** As short as it says the same: an opaque colour has six digits. */
const shortened = (color: string): string => (/^#.{6}ff$/i.test(color) ? color.slice(0, 7) : color).toLowerCase();

interface ColorFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A colour as digits, or picked; with its opacity in the last two digits. */
export function ColorField({ label, value, onChange }: ColorFieldProps) {
  const { dispatch } = useEditor();
  const [typed, setTyped] = useState<string | null>(null);
  const settle = () => {
    setTyped(null);
    dispatch({ type: 'settle' });
  };
  return (
    <TextInput
      size="xs"
      label={label}
      maxLength={9}
      value={typed ?? value}
      error={typed !== null && !COLOR.test(typed) && 'As #rgb, #rrggbb or #rrggbbaa'}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (COLOR.test(currentTarget.value)) onChange(shortened(currentTarget.value));
      }}
      onBlur={settle}
      rightSection={
        <Popover position="bottom-end" trapFocus returnFocus onClose={settle}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={26} aria-label={`Pick: ${label}`}>
              <ColorSwatch color={value} size={18} component="span" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <ColorPicker
              format="hexa"
              value={value}
              saturationLabel="Saturation and lightness"
              hueLabel="Hue"
              alphaLabel="Opacity"
              onChange={(picked) => onChange(shortened(picked))}
              onChangeEnd={settle}
            />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
