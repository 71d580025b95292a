import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBraces, IconCalendar, IconHash, IconList, IconPhoto, IconShieldCheck } from '@tabler/icons-react';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { addVariable, dragVariable } from '../canvas/drop-variable.ts';
import { NewVariable } from '../controls/insert-variable.tsx';
import { inlineOf } from '../elements/kinds.ts';
import { changeItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { focusSoon, INLINE_TEXT_ID, TEXT_ID } from '../model/focus.ts';
import { caretOf } from '../model/text-range.ts';
import { BUILT_INS } from '../model/variables.ts';
import classes from './insert.module.css';

const ICONS = { text: IconBraces, date: IconCalendar, number: IconHash, choice: IconList, picture: IconPhoto };

/** Lists the variables. They can be dragged to the page or a text. A click adds one at the caret of the edited text, or to the page. */
export function VariableList() {
  const editor = useEditor();
  const { variables, definitions, draft, session, fieldCaret, edit, setSession } = editor;
  const insert = (name: string) => {
    const at = session ?? fieldCaret.current;
    const item = at && draft.elements.find(({ id }) => id === at.id);
    const inline = item && inlineOf(item);
    if (!item || !inline) return addVariable(editor, name);
    const placeholder = `{{${name}}}`;
    const { cell } = at;
    const caret = caretOf(at.range, inline.lengthOf(item, cell));
    edit(changeItems([item.id], inline.insert(item, { range: caret, ...(cell && { cell }) }, placeholder)));
    const end = caret.end + placeholder.length;
    const typed = { id: item.id, range: { start: end, end }, ...(cell && { cell }) };
    if (session) {
      setSession(typed);
      return focusSoon(INLINE_TEXT_ID);
    }
    fieldCaret.current = typed;
    focusField(end);
  };
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        <Trans>Drag onto the page or into a text.</Trans>
      </Text>
      <ul className={classes.list}>
        {variables.map((name) => {
          const { type = 'text', label } = definitionIn(definitions, name);
          return <Variable key={name} name={name} label={label ?? name} icon={ICONS[type]} onInsert={insert} />;
        })}
        {BUILT_INS.map(({ name, label }) => (
          <Variable key={name} name={name} label={label} icon={IconShieldCheck} onInsert={insert} />
        ))}
      </ul>
      <NewVariable onInsert={(placeholder) => insert(placeholder.slice(2, -2))} />
    </Stack>
  );
}

/** Focuses the panel's text field with the caret after an insertion. */
const focusField = (caret: number): void =>
  void requestAnimationFrame(() => {
    const field = document.getElementById(TEXT_ID);
    field?.focus();
    if (field instanceof HTMLTextAreaElement) field.setSelectionRange(caret, caret);
  });

interface VariableProps {
  name: string;
  label: string;
  icon: typeof IconBraces;
  onInsert: (name: string) => void;
}

function Variable({ name, label, icon: Icon, onInsert }: VariableProps) {
  return (
    <li>
      <UnstyledButton
        className={classes.variable}
        draggable
        title={`{{${name}}}`}
        aria-label={t`Insert ${label}`}
        onDragStart={(event) => dragVariable(event, name)}
        onClick={() => onInsert(name)}
      >
        <Icon size={14} aria-hidden style={{ flex: 'none' }} />
        <span>{label}</span>
      </UnstyledButton>
    </li>
  );
}
