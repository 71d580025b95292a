import { t } from '@lingui/core/macro';
import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, Ref } from 'react';
import { Ago, formatLastDay } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { TagList } from '../tags/tag-list.tsx';
import type { CertificateColumn } from './list-columns.ts';
import classes from './rows.module.css';
import { CertificateStatus, EmailStatus } from './status.tsx';

export type Listed = Outputs['certificates']['list']['certificates'][number];

interface RowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  certificate: Listed;
  columns: readonly CertificateColumn[];
  showsTags: boolean;
  isChosen: boolean;
  onChoose: (isWanted: boolean) => void;
}

/** Elements with their own click action inside a clickable row. */
const OWN = 'a, button, input, label';

/** Row of one certificate. A click opens it. */
export function Row({ ref, index, certificate, columns, showsTags, isChosen, onChoose }: RowProps) {
  const { id: organisationId } = useMembership();
  const navigate = useNavigate();
  const { id, recipientName, recipientEmail, tags } = certificate;
  const link = { to: '/o/$organisationId/certificates/$id', params: { organisationId, id } } as const;
  const open = ({ target, metaKey, ctrlKey }: MouseEvent) => {
    // Selecting text must not open the certificate.
    if (!(target as Element).closest(OWN) && !metaKey && !ctrlKey && getSelection()?.isCollapsed !== false)
      void navigate(link);
  };
  return (
    <Table.Tr
      ref={ref}
      role="row"
      className={classes.row}
      data-index={index}
      data-chosen={isChosen || undefined}
      aria-rowindex={index + 2}
      style={{ cursor: 'pointer' }}
      onClick={open}
    >
      <Table.Td role="cell" className={classes.check}>
        <Checkbox
          aria-label={recipientName ? t`Select ${recipientName}` : t`Select the certificate without a name`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td role="cell" className={classes.recipient}>
        <Anchor fw={600} dir="auto" renderRoot={(props) => <Link {...props} {...link} />}>
          {recipientName || t`No name`}
        </Anchor>
        {recipientEmail && (
          <Text size="sm" c="dimmed">
            {recipientEmail}
          </Text>
        )}
        {showsTags && <TagList tags={tags} />}
      </Table.Td>
      {columns.map((column) => (
        <Cell key={column.key} column={column} certificate={certificate} />
      ))}
    </Table.Tr>
  );
}

function Cell({ column: { key, label }, certificate }: { column: CertificateColumn; certificate: Listed }) {
  const { template, number, externalId, emailStatus, expiresAt, timeZone, createdAt } = certificate;
  const content = {
    template: () => template?.name,
    number: () => number,
    reference: () => externalId,
    state: () => <CertificateStatus {...certificate} />,
    email: () => <EmailStatus status={emailStatus} />,
    expiry: () => expiresAt && <time dateTime={expiresAt}>{formatLastDay(expiresAt, timeZone)}</time>,
    issued: () => <Ago moment={createdAt} />,
    tags: () => null,
  }[key]();
  const isEmpty = content === null || content === undefined || content === '';
  return (
    <Table.Td role="cell" className={classes[key]} data-label={label} data-empty={isEmpty || undefined}>
      {content}
    </Table.Td>
  );
}
