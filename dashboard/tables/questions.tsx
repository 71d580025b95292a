import { t } from '@lingui/core/macro';
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { Choices, Question, Reading } from '../../tables/shared/types.ts';
import { questionKey } from './open-table.ts';
import { optionsOf } from './question-options.ts';
import type { TableSource } from './table.ts';

interface TableQuestionsProps {
  source: TableSource;
  reading: Reading;
  /** Returns whether a question about a column matters. Others always do. */
  isRelevant: (question: Question) => boolean;
  /** False where the rows and columns of the table are settled. */
  offersHidden?: boolean;
  onAnswer: (choices: Choices) => void;
}

/** Asks what the reader could not decide. Answered questions stay, so that the answer can be changed. */
export function TableQuestions({ source, reading, isRelevant, offersHidden = true, onAnswer }: TableQuestionsProps) {
  const open = new Set(reading.questions.map(questionKey));
  const shown = source.asked.filter(isRelevant);
  const hasHidden =
    offersHidden && reading.report.some(({ code }) => code === 'hidden_rows' || code === 'hidden_columns');
  if (shown.length === 0 && !hasHidden) return null;
  return (
    <Stack gap="sm">
      {shown.map((question) => {
        const { label, options } = optionsOf(question, source.choices);
        const isOpen = open.has(questionKey(question));
        const chosen = options.findIndex((option) => option.isChosen);
        return (
          <NativeSelect
            key={questionKey(question)}
            label={label}
            error={isOpen && t`Choose one`}
            value={isOpen ? '' : String(chosen)}
            data={[
              ...(isOpen ? [{ value: '', label: t`Choose…` }] : []),
              ...options.map((option, index) => ({ value: String(index), label: option.label })),
            ]}
            onChange={(event) => {
              const option = options[Number(event.currentTarget.value)];
              if (event.currentTarget.value !== '' && option) onAnswer(option.choices);
            }}
          />
        );
      })}
      {hasHidden && (
        <Checkbox
          label={t`Include hidden rows and columns`}
          checked={source.choices.includesHidden ?? false}
          onChange={(event) => onAnswer({ includesHidden: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
