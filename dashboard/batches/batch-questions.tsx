import { t } from '@lingui/core/macro';
import { TableQuestions } from '../tables/questions.tsx';
import { isAboutTable } from '../tables/table.ts';
import { isRelevant } from './match-columns.ts';
import type { BatchForm } from './use-batch-form.ts';

interface BatchQuestionsProps {
  form: BatchForm;
  /** True beside the columns. Answers about the whole table would match them again. */
  isForColumns?: boolean;
  onError: (error: string | null) => void;
}

/** Asks what the reader of the table could not decide. Columns that nothing uses raise no question. */
export function BatchQuestions({ form, isForColumns, onError }: BatchQuestionsProps) {
  const { table, source, mapping, variables } = form;
  if (!table || !source) return null;
  return (
    <TableQuestions
      source={source}
      reading={table.reading}
      offersHidden={!isForColumns}
      isRelevant={(question) =>
        isRelevant(question, table, mapping, variables) && !(isForColumns && isAboutTable(question))
      }
      onAnswer={async (choices) => {
        const reason = await form.answer(choices).catch(() => t`Try again.`);
        onError(reason === null ? null : t`We couldn’t read ${{ name: table.name }}. ${reason}`);
      }}
    />
  );
}
