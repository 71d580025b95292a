import { useEffect, useState } from 'react';
import type { Field } from '../issuing/recipients.ts';
import type { Row } from './rows.ts';
import type { Check } from './use-check.ts';

/**
 * Returns the fields as columns: the recipient's name, then fields with problems, then the rest. A corrected column keeps its place, so
 * that nothing moves while the user edits.
 */
export function useFaultyFirst(fields: readonly Field[], wrong: readonly Row[], check: Check): Field[] {
  const [faulty, setFaulty] = useState<readonly string[]>([]);
  useEffect(() => {
    const found = wrong.flatMap((row) => check.problemsOf(row).map(({ field }) => field));
    setFaulty((before) => {
      const added = [...new Set(found)].filter((key) => !before.includes(key));
      return added.length > 0 ? [...before, ...added] : before;
    });
  }, [wrong, check]);
  const [name, ...others] = fields;
  const isFaulty = ({ key }: Field) => faulty.includes(key);
  return [...(name ? [name] : []), ...others.filter(isFaulty), ...others.filter((field) => !isFaulty(field))];
}
