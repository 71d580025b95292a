import { Plural, Trans } from '@lingui/react/macro';
import { Alert, List, Text } from '@mantine/core';
import { joined } from '../language/joined.ts';
import { noteText } from './note-text.ts';
import type { Table } from './table.ts';

interface TableNotesProps {
  table: Table;
  /** True for the notes without the table's size, which are left out if there is nothing to note. */
  isShort?: boolean;
}

/** Shows the size and the columns of a table that was read, and what the reader decided. */
export function TableNotes({ table: { name, rows, columns, reading }, isShort = false }: TableNotesProps) {
  const notes = reading.report.map(noteText).filter((text) => text !== null);
  const list = (
    <List size="sm" style={{ overflowWrap: 'anywhere' }}>
      {notes.map((text) => (
        <List.Item key={text}>{text}</List.Item>
      ))}
    </List>
  );
  if (isShort) return notes.length > 0 ? list : null;
  return (
    <Alert color="laurel" role="status" title={name}>
      <Text size="sm" mb={notes.length > 0 ? 'xs' : 0} style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          <Plural value={{ rows: rows.length }} one="# row" other="# rows" />,{' '}
          <Plural value={{ columns: columns.length }} one="# column" other="# columns" />: {{ names: joined(columns) }}
        </Trans>
      </Text>
      {notes.length > 0 && list}
    </Alert>
  );
}
