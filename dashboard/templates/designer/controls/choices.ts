import { MIXED } from './use-members.ts';

interface Choice {
  value: string;
  label: string;
}

/** Returns props for a select of `options`. If the selected elements differ, no option is chosen. */
export const choices = (options: readonly Choice[], value: string, isMixed: boolean) =>
  isMixed
    ? { data: [{ value: '', label: MIXED, disabled: true }, ...options], value: '' }
    : { data: [...options], value };
