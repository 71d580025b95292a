import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Group, Stack, Text, Title, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { DrawingFailed } from '../document/drawing-failed.tsx';
import { useEditor } from '../model/editor-context.ts';
import { elementDomId } from '../model/focus.ts';
import { type Finding, useChecked } from '../model/preview.ts';
import classes from './list.module.css';
import { useLayoutWarnings } from './use-layout-warnings.ts';

/** Lists problems of the design and of the sample values. Each leads to its element. */
export function Checks() {
  const { dispatch, showTab } = useEditor();
  const { findings, failure, isCurrent, retry } = useChecked();
  const lead = ({ itemId }: Finding) => {
    dispatch({ type: 'select', selection: itemId ? [itemId] : [] });
    if (itemId) document.getElementById(elementDomId(itemId))?.focus();
    else showTab('properties');
  };
  const warnings = useLayoutWarnings();
  if (failure) return <DrawingFailed reason={failure} onRetry={retry} />;
  return (
    <Stack gap="sm">
      {findings.length === 0 ? (
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={18} aria-hidden />
          <Text size="sm">{isCurrent ? t`No problems found with the sample values.` : t`Checking…`}</Text>
        </Group>
      ) : (
        <FindingList findings={findings} onLead={lead} />
      )}
      {warnings.length > 0 && (
        <section aria-labelledby="layout-warnings">
          <Title order={3} size="h6" id="layout-warnings" mb={4}>
            <Trans>Worth a look</Trans>
          </Title>
          <FindingList findings={warnings} onLead={lead} />
        </section>
      )}
    </Stack>
  );
}

interface FindingListProps {
  findings: readonly Finding[];
  onLead: (finding: Finding) => void;
}

function FindingList({ findings, onLead }: FindingListProps) {
  return (
    <ul className={classes.list}>
      {findings.map((finding) => (
        <li key={finding.key}>
          <UnstyledButton className={classes.layer} onClick={() => onLead(finding)}>
            <IconAlertTriangle size={16} aria-hidden style={{ flex: 'none' }} />
            <Text span size="sm" style={{ overflowWrap: 'anywhere' }}>
              {finding.text}
            </Text>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  );
}
