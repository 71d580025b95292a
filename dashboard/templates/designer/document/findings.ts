import { type Detail, type Fault, faultText, labelledText } from '../../../lib/errors/refusal.ts';
import { nameOf } from '../elements/kinds.ts';
import type { Draft } from '../model/design.ts';
import type { Finding } from '../model/preview.ts';

interface Faults {
  issues: readonly Detail[];
  problems: readonly (Fault & { element: number; variable: string | null })[];
}

/** Returns the problems that the server found in a draft, each with its element. */
export function findingsOf(draft: Draft, { issues, problems }: Faults): Finding[] {
  const about = (index: number | null, text: string, key: string): Finding => {
    const item = index === null ? undefined : draft.elements[index];
    return { key, itemId: item?.id ?? null, text: item ? `${nameOf(item)}. ${text}` : text };
  };
  return [
    ...issues.map(({ path, ...fault }) => {
      const [, index, member] = /^elements\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
      const text = labelledText({ ...fault, path: index === undefined ? path : (member ?? '') });
      return about(index === undefined ? null : Number(index), text, `issue ${path} ${fault.message}`);
    }),
    ...problems.map(({ element, variable, ...fault }) => {
      const text = variable === null ? faultText(fault) : `${variable}: ${faultText(fault)}`;
      return about(element, text, `problem ${element} ${fault.message}`);
    }),
  ];
}
