import { t } from '@lingui/core/macro';
import { answer } from '../tables/open-table.ts';
import { TableQuestions } from '../tables/questions.tsx';
import { isAboutTable } from '../tables/table.ts';
import type { TableReading } from '../tables/use-reading.ts';
import { isRelevant } from './match-columns.ts';
import type { BatchForm } from './use-batch-form.ts';

interface BatchQuestionsProps {
  form: BatchForm;
  reading: TableReading;
  /** True beside the columns. Answers about the whole table would match them again. */
  isForColumns?: boolean;
  onError: (error: string | null) => void;
}

/** Asks what the reader of the table could not decide. Columns that nothing uses raise no question. */
export function BatchQuestions({ form, reading, isForColumns, onError }: BatchQuestionsProps) {
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
      onAnswer={(choices) =>
        reading.read(answer(source, choices), (result) => {
          const reason = 'error' in result ? result.error : null;
          onError(reason === null ? null : t`We couldn’t read ${{ name: table.name }}. ${reason}`);
          if (!('error' in result)) form.takeAnswer(result, choices);
        })
      }
    />
  );
}
