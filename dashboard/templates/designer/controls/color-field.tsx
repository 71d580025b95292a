import { t } from '@lingui/core/macro';
import { ActionIcon, ColorPicker, ColorSwatch, Popover, TextInput } from '@mantine/core';
import { useState } from 'react';
import { COLOR } from '../../../../templates-engine/elements/shared/properties.ts';
import { useEditor } from '../model/editor-context.ts';
import { BrandColors } from './brand-colors.tsx';
import { MIXED } from './use-members.ts';

/** Returns the shortest form of a colour; an opaque one has six digits. */
export const shortened = (color: string): string =>
  (/^#.{6}ff$/i.test(color) ? color.slice(0, 7) : color).toLowerCase();

/** Expands `#rgba`, which the colour picker cannot read. */
const inFull = (color: string): string => (color.length === 5 ? color.replace(/[^#]/g, '$&$&') : color);

interface ColorFieldProps {
  label: string;
  value: string;
  /** True if the selected elements have different values. */
  isMixed?: boolean;
  onChange: (value: string) => void;
}

/** Field for a typed or picked colour. Its last two digits are the opacity. */
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
      error={typed !== null && !COLOR.pattern.test(typed) && t`Use #rgb, #rgba, #rrggbb or #rrggbbaa`}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        if (COLOR.pattern.test(currentTarget.value)) onChange(shortened(currentTarget.value));
      }}
      onBlur={settle}
      rightSection={
        <Popover position="bottom-end" trapFocus returnFocus onClose={settle}>
          <Popover.Target>
            <ActionIcon variant="subtle" color="gray" size={26} aria-label={t`Choose: ${label}`}>
              <ColorSwatch color={isMixed ? 'transparent' : value} size={18} component="span" />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={label}>
            <ColorPicker
              format="hexa"
              value={inFull(value)}
              saturationLabel={t`Saturation and brightness`}
              hueLabel={t`Hue`}
              alphaLabel={t`Opacity`}
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
