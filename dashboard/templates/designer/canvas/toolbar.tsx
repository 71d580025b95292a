import { Divider, FileButton, Group } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCircle,
  IconLine,
  IconPhoto,
  IconQrcode,
  IconRectangle,
  IconTypography,
} from '@tabler/icons-react';
import { useRef } from 'react';
import { notifyProblem } from '../../shared/problem.ts';
import { IMAGE_RULE, IMAGE_TYPES, readPicture } from '../controls/read-picture.ts';
import { Tool } from '../controls/tool.tsx';
import { addItems } from '../model/edit.ts';
import { focusTextSoon, useEditor } from '../model/editor-context.tsx';
import { type NewKind, newElement, newImage } from '../model/new-elements.ts';
import { Shortcuts } from './shortcuts.tsx';
import { type Zoom, ZoomControl } from './zoom.tsx';

const KINDS = [
  { kind: 'text', label: 'Add a text', icon: IconTypography },
  { kind: 'rectangle', label: 'Add a rectangle', icon: IconRectangle },
  { kind: 'ellipse', label: 'Add an ellipse', icon: IconCircle },
  { kind: 'line', label: 'Add a line', icon: IconLine },
  { kind: 'qr', label: 'Add a QR code', icon: IconQrcode },
] as const;

/** What can be added, the way back and forth, and how large the page is shown. */
export function Toolbar({ zoom, onZoom }: { zoom: Zoom; onZoom: (zoom: Zoom) => void }) {
  const { draft, edit, dispatch, showTab, canUndo, canRedo } = useEditor();
  const add = (kind: NewKind) => {
    edit(addItems([newElement(draft, kind)]));
    showTab('properties');
    if (kind === 'text') focusTextSoon({ isReplaced: true });
  };
  return (
    <Group gap={4} role="group" aria-label="Tools">
      {KINDS.map(({ kind, label, icon }) => (
        <Tool key={kind} label={label} icon={icon} onClick={() => add(kind)} />
      ))}
      <AddImage />
      <Divider orientation="vertical" mx={4} />
      <Tool label="Undo" icon={IconArrowBackUp} isDisabled={!canUndo} onClick={() => dispatch({ type: 'undo' })} />
      <Tool label="Redo" icon={IconArrowForwardUp} isDisabled={!canRedo} onClick={() => dispatch({ type: 'redo' })} />
      <Divider orientation="vertical" mx={4} />
      <ZoomControl zoom={zoom} onChange={onZoom} />
      <Shortcuts />
    </Group>
  );
}

function AddImage() {
  const { draft, edit, showTab } = useEditor();
  const reset = useRef<() => void>(null);
  const add = async (file: File | null) => {
    // The same file can be chosen again.
    reset.current?.();
    if (!file) return;
    try {
      const { src, ...size } = await readPicture(file);
      edit(addItems([newImage(draft, src, size)]));
      showTab('properties');
    } catch (error) {
      notifyProblem(error);
    }
  };
  return (
    <FileButton resetRef={reset} accept={IMAGE_TYPES.join(',')} onChange={(file) => void add(file)}>
      {(props) => <Tool label={`Add an image (${IMAGE_RULE})`} icon={IconPhoto} {...props} />}
    </FileButton>
  );
}
