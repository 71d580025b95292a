import type { Detail } from '../../../app/errors.ts';
import { faultOf, sentenceOf } from '../../../app/sentences.ts';
import type { Outputs } from '../../../app/session.tsx';
import { nameOf } from '../elements/kinds.ts';
import type { Draft } from '../model/design.ts';
import type { Finding } from '../model/preview.ts';

/** What the platform finds wrong with a draft, each with the element that it is about. */
export function findingsOf(
  draft: Draft,
  { issues, problems }: { issues: readonly Detail[]; problems: Outputs['designs']['draw']['problems'] },
): Finding[] {
  const about = (index: number | null, text: string, key: string): Finding => {
    const item = index === null ? undefined : draft.elements[index];
    return { key, itemId: item?.id ?? null, text: item ? `${nameOf(item)}. ${text}` : text };
  };
  return [
    ...issues.map(({ path, message }) => {
      const [, index, member] = /^elements\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
      const fault = { path: index === undefined ? path : (member ?? ''), message };
      return about(index === undefined ? null : Number(index), faultOf(fault), `issue ${path} ${message}`);
    }),
    ...problems.map(({ element, variable, message }) =>
      about(
        element,
        variable === null ? sentenceOf(message) : `${variable}: ${sentenceOf(message)}`,
        `problem ${element} ${message}`,
      ),
    ),
  ];
}
