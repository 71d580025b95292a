import { Anchor, Checkbox, Table, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, Ref } from 'react';
import { Ago, formatLastDay } from '../components/format.tsx';
import { type Outputs, useMembership } from '../lib/session.ts';
import { TagList } from '../tags/tag-list.tsx';
import classes from './rows.module.css';
import { CertificateStatus, EmailStatus } from './status.tsx';

export type Listed = Outputs['certificates']['list']['certificates'][number];

interface RowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  certificate: Listed;
  showsExpiry: boolean;
  isChosen: boolean;
  onChoose: (isWanted: boolean) => void;
}

/** Elements with their own click action inside a clickable row. */
const OWN = 'a, button, input, label';

/** Row of one certificate. A click opens it. */
export function Row({ ref, index, certificate, showsExpiry, isChosen, onChoose }: RowProps) {
  const { id: organisationId } = useMembership();
  const navigate = useNavigate();
  const { id, recipientName, recipientEmail, template, createdAt, expiresAt, timeZone, emailStatus, tags, ...state } =
    certificate;
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
          aria-label={`Select ${recipientName || 'the certificate without a name'}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td role="cell" className={classes.recipient}>
        <Anchor fw={600} dir="auto" renderRoot={(props) => <Link {...props} {...link} />}>
          {recipientName || 'No name'}
        </Anchor>
        {recipientEmail && (
          <Text size="sm" c="dimmed">
            {recipientEmail}
          </Text>
        )}
        <TagList tags={tags} />
      </Table.Td>
      <Table.Td role="cell" className={classes.template}>
        {template?.name}
      </Table.Td>
      <Table.Td role="cell" className={classes.state}>
        <CertificateStatus {...state} />
      </Table.Td>
      <Table.Td role="cell" className={classes.email} data-label="E-mail">
        <EmailStatus status={emailStatus} />
      </Table.Td>
      {showsExpiry && (
        <Table.Td role="cell" className={classes.expiry} data-label="Valid until">
          {expiresAt && <time dateTime={expiresAt}>{formatLastDay(expiresAt, timeZone)}</time>}
        </Table.Td>
      )}
      <Table.Td role="cell" className={classes.when}>
        <Ago moment={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
