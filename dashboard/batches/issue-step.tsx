import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { formatNumber } from '../components/format.tsx';
import { Cost, useCost } from '../issuing/cost.tsx';
import type { Template } from '../issuing/recipients.ts';
import { FirstCertificates } from './first-certificates.tsx';
import { MailLook } from './mail-look.tsx';
import type { BatchForm } from './use-batch-form.ts';
import type { Checked } from './use-checked.ts';
import { useCreateBatch } from './use-create-batch.tsx';

interface IssueStepProps {
  template: Template;
  form: BatchForm;
  checked: Checked;
}

/** Shows the first certificates and the e-mail as they will be, and the price. Then issues the batch. */
export function IssueStep({ template, form, checked: { check, ready, wrong, isReady } }: IssueStepProps) {
  const { sendEmail, fileName } = form;
  const { isCovered } = useCost(ready.length);
  const { create, isPending, failure } = useCreateBatch({ onRefused: check.checkAgain });
  const addressed = ready.filter(({ recipient }) => recipient.recipientEmail !== undefined);
  const name = form.name.trim();
  const issue = () =>
    create({
      templateId: template.id,
      recipients: ready.map(({ recipient }) => recipient),
      sendEmail: sendEmail && addressed.length > 0,
      skipsMissingAddresses: true,
      ...(form.tags.length > 0 && { tags: [...form.tags] }),
      ...(name && { name }),
      ...(fileName && { fileName: fileName.slice(0, 255) }),
    });
  const [first] = addressed;
  const unaddressed = ready.length - addressed.length;
  return (
    <Stack maw={960}>
      <FirstCertificates template={template} rows={ready.slice(0, 3)} />
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">
          <Trans>E-mail</Trans>
        </Title>
        {sendEmail && unaddressed > 0 && (
          <Text size="sm">
            {unaddressed === 1
              ? t`One row has no e-mail address, and gets no e-mail.`
              : plural(unaddressed, { other: '# rows have no e-mail address, and get no e-mail.' })}
          </Text>
        )}
        {sendEmail && first ? (
          <MailLook template={template} row={first} />
        ) : (
          <Text size="sm">
            <Trans>Nobody gets an e-mail. You can send the certificates later.</Trans>
          </Text>
        )}
      </Stack>
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">
          <Trans>Price</Trans>
        </Title>
        <Cost count={ready.length} />
        {wrong.length > 0 && (
          <Text size="sm">
            {wrong.length === 1
              ? t`One row needs fixing, and is left out.`
              : plural({ count: wrong.length }, { other: '# rows need fixing, and are left out.' })}
          </Text>
        )}
      </Stack>
      {failure}
      <Group>
        <Button onClick={issue} loading={isPending} disabled={!isReady || !isCovered}>
          {sendEmail && addressed.length > 0
            ? t`Issue ${{ certificates: formatNumber(ready.length) }} and e-mail ${{ mailed: formatNumber(addressed.length) }}`
            : plural({ count: ready.length }, { one: 'Issue # certificate', other: 'Issue # certificates' })}
        </Button>
      </Group>
    </Stack>
  );
}
