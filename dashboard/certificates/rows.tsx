import { Anchor, Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type Outputs, useMembership } from '../app/session.tsx';
import { Ago } from '../components/format.tsx';
import { CertificateStatus, EmailStatus } from './status.tsx';
import type { Choosing } from './use-selection.ts';

type Listed = Outputs['certificates']['list']['certificates'][number];
type Sort = 'newest' | 'oldest';

interface RowsProps {
  certificates: readonly Listed[];
  /** How many there are in all, where that is known. */
  total: number | undefined;
  choosing: Choosing;
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** There are more rows, and nothing is being loaded. */
  canLoadMore: boolean;
  /** The last rows are in sight, and more can be loaded. */
  onLoadMore: () => void;
}

/** The certificates as a table in which only the rows in sight are drawn, so that no number of them makes it slow. */
export function Rows({ certificates, total, choosing, sort, onSort, canLoadMore, onLoadMore }: RowsProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const [margin, setMargin] = useState(0);
  // What is above the table comes and goes with the filters and the selection.
  useLayoutEffect(() => {
    const top = (body.current?.getBoundingClientRect().top ?? 0) + scrollY;
    if (Math.abs(top - margin) > 1) setMargin(top);
  });
  const virtualizer = useWindowVirtualizer({
    count: certificates.length,
    estimateSize: () => 64,
    overscan: 8,
    scrollMargin: margin,
    getItemKey: (index) => certificates[index]?.id ?? index,
  });
  const items = virtualizer.getVirtualItems();
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  const isAtEnd = (items.at(-1)?.index ?? 0) >= certificates.length - 1;
  const isMoreWanted = isAtEnd && canLoadMore;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may end in sight, too
  useEffect(() => {
    if (isMoreWanted) onLoadMore();
  }, [isMoreWanted, certificates.length]);
  const loaded = certificates.map(({ id }) => id);
  const chosen = loaded.filter(choosing.isChosen).length;
  return (
    <Table.ScrollContainer
      minWidth={680}
      scrollAreaProps={{ viewportProps: { tabIndex: 0, role: 'region', 'aria-label': 'Certificates' } }}
    >
      <Table highlightOnHover verticalSpacing="sm" aria-rowcount={total === undefined ? -1 : total + 1}>
        <Table.Thead>
          <Table.Tr aria-rowindex={1}>
            <Table.Th w={44}>
              <Checkbox
                aria-label="Select all shown"
                checked={chosen > 0 && chosen === loaded.length}
                indeterminate={chosen > 0 && chosen < loaded.length}
                onChange={(event) => choosing.change(loaded, event.currentTarget.checked)}
              />
            </Table.Th>
            <Table.Th>Recipient</Table.Th>
            <Table.Th>Template</Table.Th>
            <Table.Th>State</Table.Th>
            <Table.Th>E-mail</Table.Th>
            <Table.Th aria-sort={sort === 'oldest' ? 'ascending' : 'descending'}>
              <SortButton sort={sort} onSort={onSort} />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody ref={body}>
          {before > 0 && <tr aria-hidden style={{ height: before }} />}
          {items.map(({ index, key }) => {
            const certificate = certificates[index];
            return (
              certificate && (
                <Row
                  key={key}
                  ref={virtualizer.measureElement}
                  index={index}
                  certificate={certificate}
                  isChosen={choosing.isChosen(certificate.id)}
                  onChoose={(isWanted) => choosing.change([certificate.id], isWanted)}
                />
              )
            );
          })}
          {after > 0 && <tr aria-hidden style={{ height: after }} />}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function SortButton({ sort, onSort }: Pick<RowsProps, 'sort' | 'onSort'>) {
  const Icon = sort === 'oldest' ? IconArrowUp : IconArrowDown;
  return (
    <UnstyledButton
      fz="inherit"
      fw="inherit"
      aria-label={`Issued, ${sort} first`}
      style={{ whiteSpace: 'nowrap' }}
      onClick={() => onSort(sort === 'oldest' ? 'newest' : 'oldest')}
    >
      Issued <Icon size={14} aria-hidden style={{ verticalAlign: 'middle' }} />
    </UnstyledButton>
  );
}

interface RowProps {
  ref: Ref<HTMLTableRowElement>;
  index: number;
  certificate: Listed;
  isChosen: boolean;
  onChoose: (isWanted: boolean) => void;
}

/** What has an effect of its own when it is clicked, inside of a row that opens on a click. */
const OWN = 'a, button, input, label';

function Row({ ref, index, certificate, isChosen, onChoose }: RowProps) {
  const { id: organisationId } = useMembership();
  const navigate = useNavigate();
  const { id, recipientName, recipientEmail, template, createdAt, emailStatus, ...state } = certificate;
  const link = { to: '/o/$organisationId/certificates/$id', params: { organisationId, id } } as const;
  const open = ({ target, metaKey, ctrlKey }: MouseEvent) => {
    // A text that is being marked is not meant to be opened.
    if (!(target as Element).closest(OWN) && !metaKey && !ctrlKey && getSelection()?.isCollapsed !== false)
      void navigate(link);
  };
  return (
    <Table.Tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      bg={isChosen ? 'var(--mantine-primary-color-light)' : undefined}
      style={{ cursor: 'pointer' }}
      onClick={open}
    >
      <Table.Td>
        <Checkbox
          aria-label={`Select ${recipientName || 'the certificate without a name'}`}
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>
        <Anchor fw={600} dir="auto" renderRoot={(props) => <Link {...props} {...link} />}>
          {recipientName || 'No name'}
        </Anchor>
        {recipientEmail && (
          <Text size="sm" c="dimmed">
            {recipientEmail}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{template.name}</Table.Td>
      <Table.Td>
        <CertificateStatus {...state} />
      </Table.Td>
      <Table.Td>
        <EmailStatus status={emailStatus} />
      </Table.Td>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Ago moment={createdAt} />
      </Table.Td>
    </Table.Tr>
  );
}
