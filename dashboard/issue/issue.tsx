import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { MayIssue } from '../issuing/may-issue.tsx';
import { type Template, type Values, valuesOf } from '../issuing/recipients.ts';
import { TemplatePicker } from '../issuing/template-picker.tsx';
import { useApi } from '../lib/api.tsx';
import type { Outputs } from '../lib/session.ts';
import { IssueForm } from './issue-form.tsx';
import { Issued } from './issued.tsx';

/** Issues one certificate: choose a template, enter its values with a live preview, see the result. */
export function Issue() {
  return (
    <Page title={t`Issue a certificate`} about={t`For one person. To issue up to 1,000 at once, start a batch.`}>
      <MayIssue>
        <Steps />
      </MayIssue>
    </Page>
  );
}

function Steps() {
  const { data, error, refetch } = useQuery(useApi().templates.list.queryOptions());
  const { templateId, from } = useSearch({ from: '/o/$organisationId/issue' });
  const { organisationId } = useParams({ from: '/o/$organisationId/issue' });
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  if (error && !data) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  const template = data.templates.find(({ id }) => id === templateId);
  const pick = async (id: string) => {
    setChanging(false);
    await navigate({ to: '/o/$organisationId/issue', params: { organisationId }, search: { templateId: id } });
  };
  if (template && !isChanging) {
    const props = { template, onChange: () => setChanging(true) };
    return from ? <IssuedAgain key={from} id={from} {...props} /> : <OneTemplate key={template.id} {...props} />;
  }
  return (
    <Stack>
      {templateId && !template && (
        <Alert color="yellow">
          <Trans>This template is no longer available. Choose another one.</Trans>
        </Alert>
      )}
      <TemplatePicker templates={data.templates} initial={template?.id} onPick={pick} />
    </Stack>
  );
}

type Generated = Outputs['certificates']['generate'];

interface OneTemplateProps {
  template: Template;
  /** Initial values by field key. */
  initial?: Values;
  initialTags?: readonly string[];
  onChange: () => void;
}

function OneTemplate({ template, initial, initialTags, onChange }: OneTemplateProps) {
  const [issued, setIssued] = useState<Generated | null>(null);
  const [first, setFirst] = useState(initial);
  const another = () => {
    setIssued(null);
    setFirst(undefined);
  };
  if (issued) return <Issued issued={issued} onAnother={another} />;
  return (
    <IssueForm
      template={template}
      {...(first && { initial: first })}
      {...(first && initialTags && { initialTags })}
      onChange={onChange}
      onIssued={setIssued}
    />
  );
}

/** Form with the values of a certificate that could not be rendered. If it is not found, the form is empty. */
function IssuedAgain({ id, ...props }: OneTemplateProps & { id: string }) {
  const { data, error } = useQuery(useApi().certificates.get.queryOptions({ id }, { retry: false }));
  if (!data && !error) return <Loading />;
  return <OneTemplate {...props} {...(data && { initial: valuesOf(data), initialTags: data.tags })} />;
}
