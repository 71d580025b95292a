import { Divider, FileButton, Group } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { useRef } from 'react';
import { notifyFailure } from '../../shared/local-error.ts';
import { Tool } from '../controls/tool.tsx';
import { CREATORS, kindOf } from '../elements/kinds.ts';
import { type DesignElement, withId } from '../model/design.ts';
import { addItems } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import type { FileCreator } from '../model/element-kind.ts';
import { focusTextSoon } from '../model/focus.ts';
import { Shortcuts } from './shortcuts.tsx';
import { type Zoom, ZoomControl } from './zoom.tsx';

/** Creators, undo and redo, and the zoom. */
export function Toolbar({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const { draft, edit, dispatch, showTab, canUndo, canRedo } = useEditor();
  const add = (element: DesignElement) => {
    edit(addItems([withId(element)]));
    showTab('properties');
    if (kindOf(element).isText) focusTextSoon({ isReplaced: true });
  };
  return (
    <Group gap={4} role="group" aria-label="Tools">
      {CREATORS.map((creator) =>
        'create' in creator ? (
          <Tool
            key={creator.label}
            label={creator.label}
            icon={creator.icon}
            onClick={() => add(creator.create(draft.page))}
          />
        ) : (
          <AddFromFile key={creator.label} creator={creator} add={add} />
        ),
      )}
      <Divider orientation="vertical" mx={4} />
      <Tool label="Undo" icon={IconArrowBackUp} isDisabled={!canUndo} onClick={() => dispatch({ type: 'undo' })} />
      <Tool label="Redo" icon={IconArrowForwardUp} isDisabled={!canRedo} onClick={() => dispatch({ type: 'redo' })} />
      <Divider orientation="vertical" mx={4} />
      <ZoomControl zoom={zoom} onChange={onZoom} />
      <Shortcuts />
    </Group>
  );
}

interface AddFromFileProps {
  creator: FileCreator;
  add: (element: DesignElement) => void;
}

function AddFromFile({ creator: { label, icon, accept, createFrom }, add }: AddFromFileProps) {
  const { draft } = useEditor();
  const reset = useRef<() => void>(null);
  const take = async (file: File | null) => {
    // The same file can be chosen again.
    reset.current?.();
    if (!file) return;
    try {
      add(await createFrom(draft.page, file));
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <FileButton resetRef={reset} accept={accept.join(',')} onChange={(file) => void take(file)}>
      {(props) => <Tool label={label} icon={icon} {...props} />}
    </FileButton>
  );
}
