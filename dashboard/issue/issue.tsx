import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../app/api.tsx';
import type { Outputs } from '../app/session.tsx';
import { Page } from '../components/page.tsx';
import { Failed, Loading } from '../components/states.tsx';
import { MayIssue } from '../issuing/may-issue.tsx';
import type { Template } from '../issuing/recipients.ts';
import { TemplatePicker } from '../issuing/template-picker.tsx';
import { IssueForm } from './issue-form.tsx';
import { Issued } from './issued.tsx';

/** Issues one certificate: a template, its variables with a live picture, and what came of it. */
export function Issue() {
  return (
    <Page title="Issue a certificate" about="For one recipient. A batch issues to up to 1,000 at once.">
      <MayIssue>
        <Steps />
      </MayIssue>
    </Page>
  );
}

function Steps() {
  const { data, error, refetch } = useQuery(useApi().templates.list.queryOptions());
  const { templateId } = useSearch({ from: '/o/$organisationId/issue' });
  const { organisationId } = useParams({ from: '/o/$organisationId/issue' });
  const navigate = useNavigate();
  const [isChanging, setChanging] = useState(false);
  if (error) return <Failed error={error} onRetry={refetch} />;
  if (!data) return <Loading />;
  const template = data.templates.find(({ id }) => id === templateId);
  const pick = async (id: string) => {
    setChanging(false);
    await navigate({ to: '/o/$organisationId/issue', params: { organisationId }, search: { templateId: id } });
  };
  if (template && !isChanging) {
    return <OneTemplate key={template.id} template={template} onChange={() => setChanging(true)} />;
  }
  return (
    <Stack>
      {templateId && !template && (
        <Alert color="yellow">This template is no longer available. Choose another one.</Alert>
      )}
      <TemplatePicker templates={data.templates} initial={template?.id} onPick={pick} />
    </Stack>
  );
}

type Generated = Outputs['certificates']['generate'];

function OneTemplate({ template, onChange }: { template: Template; onChange: () => void }) {
  const [issued, setIssued] = useState<Generated | null>(null);
  if (issued) return <Issued issued={issued} onAnother={() => setIssued(null)} />;
  return <IssueForm template={template} onChange={onChange} onIssued={setIssued} />;
}
