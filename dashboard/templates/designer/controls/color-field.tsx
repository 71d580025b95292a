import { ActionIcon, ColorPicker, ColorSwatch, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COLOR } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { BrandColors } from './brand-colors.tsx';
import { MIXED } from './use-members.ts';

/** The shortest form of the same colour: an opaque one has six digits. */
export const shortened = (color: string): string =>
  (/^#.{6}ff$/i.test(color) ? color.slice(0, 7) : color).toLowerCase();

/** The picker reads no `#rgba`. */
const inFull = (color: string): string => (color.length === 5 ? color.replace(/[^#]/g, '$&$&') : color);

interface ColorFieldProps {
  label: string;
  value: string;
  /** Whether it is another one for some of the selected elements. */
  isMixed?: boolean;
  onChange: (value: string) => void;
}

/** A colour, typed or picked, with its opacity in the last two digits. */
export function ColorField({ label, value, isMixed = false, onChange }: ColorFieldProps) {
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
      {...(isMixed && { placeholder: MIXED })}
      value={typed ?? (isMixed ? '' : value)}
      error={typed !== null && !COLOR.pattern.test(typed) && `Use ${COLOR.rule}`}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (COLOR.pattern.test(currentTarget.value)) onChange(shortened(currentTarget.value));
      }}
      onBlur={settle}
      rightSection={
        <Popover position="bottom-end" trapFocus returnFocus onClose={settle}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={26} aria-label={`Choose: ${label}`}>
              <ColorSwatch color={isMixed ? 'transparent' : value} size={18} component="span" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <ColorPicker
              format="hexa"
              value={inFull(value)}
              saturationLabel="Saturation and brightness"
              hueLabel="Hue"
              alphaLabel="Opacity"
              onChange={(picked) => onChange(shortened(picked))}
              onChangeEnd={settle}
            />
            <BrandColors onPick={(picked) => onChange(shortened(picked))} />
          </Popover.Dropdown>
        </Popover>
      }
    />
  );
}
