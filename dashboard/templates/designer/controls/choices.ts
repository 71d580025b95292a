import { MIXED } from './use-members.ts';

interface Choice {
  value: string;
  label: string;
}

/** What a select of `options` takes: none is chosen where the selected elements differ. */
export const choices = (options: readonly Choice[], value: string, isMixed: boolean) =>
  isMixed
    ? { data: [{ value: '', label: MIXED, disabled: true }, ...options], value: '' }
    : { data: [...options], value };
