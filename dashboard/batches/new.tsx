import { t } from '@lingui/core/macro';
import { Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLeaveWarning } from '../components/leaving.tsx';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { MayIssue } from '../issuing/may-issue.tsx';
import type { Template } from '../issuing/recipients.ts';
import { TemplatePicker } from '../issuing/template-picker.tsx';
import { useApi } from '../lib/api.tsx';
import { CheckAndIssue } from './check-and-issue.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { DataStep } from './data-step.tsx';
import { unmatched } from './match-columns.ts';
import { STEPS, Steps } from './steps.tsx';
import { type BatchForm, useBatchForm } from './use-batch-form.ts';

/** Creates a batch in steps: template, data, columns, a check of every row, and a last look before credits are spent. */
export function NewBatch() {
  return (
    <Page
      title={t`New batch`}
      about={t`A certificate for each row of a table, up to 1,000 rows. A column “Renewal of” renews the certificates that it names.`}
    >
      <MayIssue>
        <WithTemplates />
      </MayIssue>
    </Page>
  );
}

function WithTemplates() {
  // A background refetch of the list would restart the check of all rows.
  const { data, error, refetch } = useQuery(useApi().templates.list.queryOptions(undefined, { staleTime: 600_000 }));
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  return data ? <Making templates={data.templates} /> : <Loading />;
}

function Making({ templates }: { templates: readonly Template[] }) {
  const { templateId: asked } = useSearch({ from: '/o/$organisationId/batches/new' });
  const [templateId, setTemplateId] = useState(asked);
  const template = templates.find(({ id }) => id === templateId);
  const form = useBatchForm(template);
  const [step, setStep] = useState(template ? 1 : 0);
  const title = useTitleFocus(step);
  useLeaveWarning(form.table !== null);
  const pick = (id: string) => {
    const next = templates.find((one) => one.id === id);
    if (!next) return;
    setTemplateId(id);
    form.takeTemplate(next);
    setStep(1);
  };
  const isMatched = form.table !== null && unmatched(form.variables, form.mapping).length === 0;
  // The last step opens from the check of the rows.
  const furthest = !template ? 0 : !form.table ? 1 : isMatched && form.isAnswered ? Math.max(3, step) : 2;
  return (
    <Stack gap="lg">
      <Steps current={step} furthest={furthest} onChange={setStep} />
      <Title order={2} size="h4" ref={title} tabIndex={-1} style={{ outline: 'none', scrollMarginTop: 80 }}>
        {STEPS[step]}
      </Title>
      {step === 0 && <TemplatePicker templates={templates} initial={template?.id} onPick={pick} />}
      {template && step === 1 && (
        <DataStep
          template={template}
          form={form}
          onContinue={() => setStep(2)}
          onTaken={(isMatched) => setStep(isMatched ? 3 : 2)}
        />
      )}
      {step === 2 && <ColumnsStep form={form} onContinue={() => setStep(3)} />}
      {template && step >= 3 && (
        <WithKeptValues {...form.keeping}>
          <CheckAndIssue template={template} form={form} isLast={step === 4} onContinue={() => setStep(4)} />
        </WithKeptValues>
      )}
    </Stack>
  );
}

/** Waits until the rows have the values that renewals keep, so that the check sees them. */
function WithKeptValues({ isReady, error, retry, children }: BatchForm['keeping'] & { children: ReactNode }) {
  if (isReady) return children;
  return error ? <Failed error={error} onRetry={retry} /> : <Loading rows={3} />;
}

/** Focuses the title of a step when the step changes, so that screen readers announce it. Not when the screen opens. */
function useTitleFocus(step: number) {
  const title = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step) title.current?.focus();
    shown.current = step;
  }, [step]);
  return title;
}
