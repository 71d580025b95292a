import { Stack, Textarea } from '@mantine/core';
import { MAX_CONTENT_LENGTH } from '../../../../../templates-engine/elements/shared/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';

type Runs = Exclude<ElementOf<'text'>['text'], string>;
type Run = Runs[number];

/** Edits the parts of a text that has several styles, one field per part. Styles are kept. */
export function RunFields({ runs, onChange }: { runs: Runs; onChange: (runs: Runs) => void }) {
  const { dispatch } = useEditor();
  const write = (index: number, text: string) =>
    onChange(runs.map((run, at) => (at === index ? withText(run, text) : run)));
  return (
    <Stack gap={4}>
      {runs.map((run, index) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position only
          key={index}
          size="xs"
          autosize
          maxRows={6}
          label={`Text, part ${index + 1} of ${runs.length}`}
          description={styleOf(run)}
          maxLength={MAX_CONTENT_LENGTH}
          value={typeof run === 'string' ? run : run.text}
          onChange={({ currentTarget }) => write(index, currentTarget.value)}
          onBlur={() => dispatch({ type: 'settle' })}
        />
      ))}
    </Stack>
  );
}

const withText = (run: Run, text: string): Run => (typeof run === 'string' ? text : { ...run, text });

/** Returns a readable description of a part's own styles. */
function styleOf(run: Run): string | undefined {
  if (typeof run === 'string') return undefined;
  const { font, weight, italic, size, color, underline, letterSpacing, link } = run;
  const words = [
    font,
    weight && `weight ${weight}`,
    italic && 'italic',
    size && `${size} points`,
    color,
    underline && 'underlined',
    letterSpacing && `letter spacing ${letterSpacing}`,
    link && `link to ${link}`,
  ];
  return words.filter(Boolean).join(', ') || undefined;
}
