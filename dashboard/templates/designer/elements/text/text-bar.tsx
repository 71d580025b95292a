import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import {
  ActionIcon,
  Button,
  ColorPicker,
  ColorSwatch,
  Divider,
  Group,
  NumberInput,
  Popover,
  TextInput,
  Tooltip,
} from '@mantine/core';
import { IconBold, IconItalic, IconLink, IconUnderline } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import {
  MAX_LINK_LENGTH,
  plainTextOf,
  TEXT_DEFAULTS,
  TEXT_RANGES,
} from '../../../../../templates-engine/elements/text/properties.ts';
import { BrandColors } from '../../controls/brand-colors.tsx';
import { shortened } from '../../controls/color-field.tsx';
import { InsertVariable } from '../../controls/insert-variable.tsx';
import type { ElementOf, Item } from '../../model/design.ts';
import { changeItems } from '../../model/edit.ts';
import { useEditor } from '../../model/editor-context.ts';
import { focusSoon, INLINE_TEXT_ID } from '../../model/focus.ts';
import { caretOf, type TextSession } from '../../model/text-range.ts';
import { withText } from './runs.ts';
import { useStyling } from './use-styling.ts';

interface TextBarProps {
  item: Item<ElementOf<'text'>>;
  session: TextSession;
}

/** Toolbar that styles the selected part of the text on the page. */
export function TextBar({ item, session }: TextBarProps) {
  const { edit, setSession, dispatch } = useEditor();
  const { style, isBold, apply, toggle } = useStyling(item, session);
  const back = () => focusSoon(INLINE_TEXT_ID);
  const pressed = (what: 'b' | 'i' | 'u') => () => {
    toggle(what);
    back();
  };
  const insert = (placeholder: string) => {
    const caret = caretOf(session.range, plainTextOf(item.text).length);
    edit(changeItems([item.id], { text: withText(item.text, caret, placeholder) }));
    const end = caret.end + placeholder.length;
    setSession({ id: item.id, range: { start: end, end } });
    back();
  };
  return (
    <Group gap={4} role="toolbar" aria-label={t`Text style`} wrap="nowrap">
      <Toggle label={t`Bold`} icon={IconBold} isOn={isBold} onClick={pressed('b')} />
      <Toggle label={t`Italic`} icon={IconItalic} isOn={style.italic ?? false} onClick={pressed('i')} />
      <Toggle
        label={t`Underline`}
        icon={IconUnderline}
        isOn={style.underline ?? false}
        isDisabled={item.arc !== undefined}
        onClick={pressed('u')}
      />
      <NumberInput
        size="xs"
        w={76}
        aria-label={t`Text size`}
        {...TEXT_RANGES.fontSize}
        decimalScale={2}
        value={style.size ?? item.size}
        onChange={(size) => typeof size === 'number' && size >= TEXT_RANGES.fontSize.min && apply({ size })}
        onBlur={() => dispatch({ type: 'settle' })}
      />
      <TextColor color={style.color ?? TEXT_DEFAULTS.color} onChange={(color) => apply({ color })} />
      <LinkButton
        key={style.link ?? ''}
        link={style.link ?? ''}
        onChange={(link) => {
          apply({ link });
          back();
        }}
      />
      <Divider orientation="vertical" />
      <InsertVariable onInsert={insert} />
      <Button size="compact-xs" variant="subtle" onClick={() => setSession(null)}>
        <Trans>Done</Trans>
      </Button>
    </Group>
  );
}

interface ToggleProps {
  label: string;
  icon: typeof IconBold;
  isOn: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}

function Toggle({ label, icon: Icon, isOn, isDisabled = false, onClick }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        color={isOn ? undefined : 'gray'}
        size="md"
        aria-label={label}
        aria-pressed={isOn}
        disabled={isDisabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

function TextColor({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  return (
    <Popover position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" size="md" aria-label={t`Text colour`}>
          <ColorSwatch color={color} size={16} component="span" />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Text colour`}>
        <ColorPicker
          format="hexa"
          value={color}
          saturationLabel={t`Saturation and brightness`}
          hueLabel={t`Hue`}
          alphaLabel={t`Opacity`}
          onChange={(picked) => onChange(shortened(picked))}
        />
        <BrandColors onPick={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}

function LinkButton({ link, onChange }: { link: string; onChange: (link: string | undefined) => void }) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState(link);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setOpened(false);
    onChange(typed.trim() || undefined);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus width={280}>
      <Popover.Target>
        <ActionIcon
          variant={link ? 'light' : 'subtle'}
          color={link ? undefined : 'gray'}
          size="md"
          aria-label={t`Link`}
          onClick={() => setOpened(!opened)}
        >
          <IconLink size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label={t`Link`}>
        <form onSubmit={submit}>
          <TextInput
            size="xs"
            label={t`Web or e-mail address`}
            placeholder={t`https:// or mailto:`}
            maxLength={MAX_LINK_LENGTH}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          />
          <Group gap="xs" mt="xs" justify="flex-end">
            {link && (
              <Button size="compact-xs" variant="subtle" onClick={() => onChange(undefined)}>
                <Trans>Remove link</Trans>
              </Button>
            )}
            <Button size="compact-xs" type="submit">
              <Trans>Apply</Trans>
            </Button>
          </Group>
        </form>
      </Popover.Dropdown>
    </Popover>
  );
}
