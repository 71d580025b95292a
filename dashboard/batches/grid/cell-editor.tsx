import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Field } from '../../issuing/recipients.ts';
import { VariableInput } from '../../issuing/variable-input.tsx';
import type { Mode } from './commands.ts';
import classes from './grid.module.css';

interface CellEditorProps {
  /** Undefined for the state, which can't be edited. */
  field: Field | undefined;
  /** Column and row in words. */
  label: string;
  value: string;
  mode: Mode | null;
  problem: string | null;
  warning: string | null;
  /** True to take the focus when the active cell has moved. */
  wantsFocus: RefObject<boolean>;
  onType: (text: string) => void;
  onPick: (text: string) => void;
  onLeave: () => void;
}

/**
 * Content of the active cell: a text field, so that typing, input methods and the clipboard work as everywhere. Its whole text is selected
 * until it is edited. Choices and dates have their own fields while they are edited.
 */
export function CellEditor(props: CellEditorProps) {
  const { field, label, value, mode, problem, warning, wantsFocus } = props;
  const box = useRef<HTMLDivElement>(null);
  const type = (field?.variable ?? field?.input)?.type;
  const isPicked = mode === 'editing' && (type === 'choice' || type === 'date');
  useLayoutEffect(() => {
    const input = box.current?.querySelector<HTMLElement>('textarea, select, input');
    if (!input) return;
    const isNew = wantsFocus.current;
    wantsFocus.current = false;
    if (isNew) input.focus({ preventScroll: true });
    if (!(input instanceof HTMLTextAreaElement) || document.activeElement !== input) return;
    // A pasted value has no selection, and the next key would add to it.
    if (mode === null) input.select();
    else if (isNew) input.setSelectionRange(value.length, value.length);
  });
  const remark = problem ?? warning;
  const described = { 'aria-invalid': problem !== null || undefined, 'aria-describedby': remark ? NOTE : undefined };
  return (
    <div ref={box} className={classes.editor} data-mode={mode ?? undefined}>
      {isPicked ? (
        <VariableInput
          size="xs"
          variable={field?.variable ?? field?.input}
          aria-label={label}
          value={value}
          onChange={type === 'choice' ? props.onPick : props.onType}
          onBlur={props.onLeave}
        />
      ) : (
        <textarea
          className={classes.field}
          aria-label={label}
          {...described}
          dir="auto"
          rows={mode ? Math.min(8, value.split('\n').length) : 1}
          wrap={mode ? 'soft' : 'off'}
          readOnly={!field}
          spellCheck={false}
          value={value}
          onFocus={(event) => mode === null && event.currentTarget.select()}
          onChange={(event) => props.onType(event.currentTarget.value)}
          onBlur={props.onLeave}
        />
      )}
      {remark && (
        <div id={NOTE} className={classes.note} data-warned={problem === null || undefined}>
          {remark}
        </div>
      )}
    </div>
  );
}

const NOTE = 'cell-note';
