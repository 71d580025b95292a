import { useMemo } from 'react';
import { COMMON_FIELDS, EMAIL, type Template } from '../issuing/recipients.ts';
import { CheckStep } from './check-step.tsx';
import { IssueStep } from './issue-step.tsx';
import type { BatchForm } from './use-batch-form.ts';
import { useChecked } from './use-checked.ts';

interface CheckAndIssueProps {
  template: Template;
  form: BatchForm;
  isLast: boolean;
  onContinue: () => void;
}

/** Last two steps of a batch, which share the check of its rows. */
export function CheckAndIssue({ template, form, isLast, onContinue }: CheckAndIssueProps) {
  const { variables, mapping, hasEmail } = form;
  const checked = useChecked(template.id, form);
  const fields = useMemo(
    () => [...variables, ...COMMON_FIELDS.filter(({ key }) => mapping[key] || (key === EMAIL.key && hasEmail))],
    [variables, mapping, hasEmail],
  );
  if (isLast) return <IssueStep template={template} form={form} checked={checked} />;
  return <CheckStep form={form} fields={fields} checked={checked} onContinue={onContinue} />;
}
