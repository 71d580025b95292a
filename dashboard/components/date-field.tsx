import { TextInput } from '@mantine/core';

interface DateFieldProps {
  label: string;
  value: string | undefined;
  /** True if the range includes this day. */
  isEnd?: boolean;
  onChange: (moment: string | undefined) => void;
}

/** Edits a day in the user's time zone as the moment of its start or end. */
export function DateField({ label, value, isEnd = false, onChange }: DateFieldProps) {
  const shown = value ? new Date(new Date(value).getTime() - (isEnd ? 1 : 0)) : null;
  const local = shown && new Date(shown.getTime() - shown.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
  return (
    <TextInput
      type="date"
      label={label}
      value={local ?? ''}
      onChange={({ currentTarget: { value: day } }) => {
        const moment = new Date(`${day}T00:00:00`);
        if (day !== '' && Number.isNaN(moment.getTime())) return;
        // Days on which the clocks change have 23 or 25 hours.
        if (isEnd) moment.setDate(moment.getDate() + 1);
        onChange(day === '' ? undefined : moment.toISOString());
      }}
    />
  );
}
