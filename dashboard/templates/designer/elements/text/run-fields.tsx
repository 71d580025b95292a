import { plural, t } from '@lingui/core/macro';
import { Stack, Textarea } from '@mantine/core';
import { MAX_CONTENT_LENGTH } from '../../../../../templates-engine/elements/shared/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import { useEditor } from '../../model/editor-context.ts';
import type { TextRange } from '../../model/text-range.ts';
import { WEIGHT_NAMES } from './weight-names.ts';

type Runs = Exclude<ElementOf<'text'>['text'], string>;
type Run = Runs[number];

interface RunFieldsProps {
  runs: Runs;
  onChange: (runs: Runs) => void;
  /** Receives the selection in the whole text as it changes. */
  onSelect: (range: TextRange) => void;
}

/** Edits the parts of a text that has several styles, one field per part. Styles are kept. */
export function RunFields({ runs, onChange, onSelect }: RunFieldsProps) {
  const { dispatch } = useEditor();
  const write = (index: number, text: string) =>
    onChange(runs.map((run, at) => (at === index ? withText(run, text) : run)));
  const follow = (index: number, { selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const before = runs.slice(0, index).reduce((sum, run) => sum + textOf(run).length, 0);
    onSelect({ start: before + selectionStart, end: before + selectionEnd });
  };
  return (
    <Stack gap={4}>
      {runs.map((run, index) => (
        <Textarea
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position only
          key={index}
          size="xs"
          autosize
          maxRows={6}
          label={styleOf(run) ?? t`Text`}
          maxLength={MAX_CONTENT_LENGTH}
          value={textOf(run)}
          onSelect={({ currentTarget }) => follow(index, currentTarget)}
          onChange={({ currentTarget }) => {
            follow(index, currentTarget);
            write(index, currentTarget.value);
          }}
          onBlur={() => dispatch({ type: 'settle' })}
        />
      ))}
    </Stack>
  );
}

const textOf = (run: Run): string => (typeof run === 'string' ? run : run.text);

const withText = (run: Run, text: string): Run => (typeof run === 'string' ? text : { ...run, text });

/** Returns a part's own styles in words, as its label. */
function styleOf(run: Run): string | undefined {
  if (typeof run === 'string') return undefined;
  const { font, weight, italic, size, color, underline, letterSpacing, link } = run;
  const words = [
    font,
    weight && (WEIGHT_NAMES[weight] ?? t`Weight ${weight}`),
    italic && t`Italic`,
    size && plural(size, { one: '# point', other: '# points' }),
    color,
    underline && t`Underlined`,
    letterSpacing && t`Letter spacing ${letterSpacing}`,
    link && t`Link to ${link}`,
  ];
  return words.filter(Boolean).join(', ') || undefined;
}
