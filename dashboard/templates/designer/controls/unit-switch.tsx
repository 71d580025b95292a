import { t } from '@lingui/core/macro';
import { SegmentedControl } from '@mantine/core';
import { UNITS } from '../model/units.ts';
import { useUnit } from './use-unit.ts';

/** Chooses the unit of all lengths in the designer. */
export function UnitSwitch() {
  const [unit, choose] = useUnit();
  return <SegmentedControl size="xs" aria-label={t`Unit`} data={[...UNITS]} value={unit} onChange={choose} />;
}
