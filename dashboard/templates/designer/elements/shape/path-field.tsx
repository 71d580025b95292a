import { t } from '@lingui/core/macro';
import { Textarea } from '@mantine/core';
import { PATH_LIMITS } from '../../../../../templates-engine/elements/shape/properties.ts';
import { useEditor } from '../../model/editor-context.ts';

/** Edits SVG path data. The server's checks report faults in it. */
export function PathField({ path, onChange }: { path: string; onChange: (path: string) => void }) {
  const { dispatch } = useEditor();
  return (
    <Textarea
      size="xs"
      label={t`Path`}
      description={t`SVG path data, in points from the element’s top-left corner`}
      autosize
      minRows={2}
      maxRows={8}
      maxLength={PATH_LIMITS.characters}
      value={path}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => dispatch({ type: 'settle' })}
    />
  );
}
