import { Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBraces, IconCalendar, IconHash, IconList, IconPhoto, IconShieldCheck } from '@tabler/icons-react';
import { definitionIn } from '../../../../templates-engine/variables/properties.ts';
import { addVariable, dragVariable } from '../canvas/drop-variable.ts';
import { NewVariable } from '../controls/insert-variable.tsx';
import { kindOf } from '../elements/kinds.ts';
import { changeItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { focusSoon, INLINE_TEXT_ID } from '../model/focus.ts';
import { BUILT_INS } from '../model/variables.ts';
import classes from './insert.module.css';

const ICONS = { text: IconBraces, date: IconCalendar, number: IconHash, choice: IconList, picture: IconPhoto };

/** Lists the variables. They can be dragged to the page or a text; a click adds one to the edited text or to the page. */
export function VariableList() {
  const editor = useEditor();
  const { variables, definitions, draft, session, edit, setSession } = editor;
  const insert = (name: string) => {
    const item = session && draft.elements.find(({ id }) => id === session.id);
    const inline = item && kindOf(item).inline;
    if (!item || !inline) return addVariable(editor, name);
    const placeholder = `{{${name}}}`;
    edit(changeItems([item.id], inline.insert(item, session.range, placeholder)));
    const end = session.range.start + placeholder.length;
    setSession({ id: item.id, range: { start: end, end } });
    focusSoon(INLINE_TEXT_ID);
  };
  return (
    <Stack gap={6}>
      <Text size="xs" c="dimmed">
        Drag onto the page or into a text.
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
        aria-label={`Insert ${label}`}
        onDragStart={(event) => dragVariable(event, name)}
        onClick={() => onInsert(name)}
      >
        <Icon size={14} aria-hidden style={{ flex: 'none' }} />
        <span>{label}</span>
      </UnstyledButton>
    </li>
  );
}
