import type { Outputs } from '../../../app/session.tsx';
import { nameOf } from '../elements/kinds.ts';
import type { Draft } from '../model/design.ts';
import type { Finding } from '../model/preview.ts';

/** What the platform finds wrong with a draft, each with the element that it is about. */
export function findingsOf(
  draft: Draft,
  { issues, problems }: Pick<Outputs['designs']['draw'], 'issues' | 'problems'>,
): Finding[] {
  const about = (index: number | null, text: string, key: string): Finding => {
    const item = index === null ? undefined : draft.elements[index];
    return { key, itemId: item?.id ?? null, text: item ? `${nameOf(item)} – ${text}` : text };
  };
  return [
    ...issues.map(({ path, message }) => {
      const [, index, member] = /^elements\[(\d+)\](?:\.(.+))?$/.exec(path) ?? [];
      if (index !== undefined) return about(Number(index), `${member ?? 'it'} ${message}`, `issue ${path} ${message}`);
      return about(null, `${path} ${message}`, `issue ${path} ${message}`);
    }),
    ...problems.map(({ element, variable, message }) =>
      about(element, `${variable === null ? 'it' : `“${variable}”`} ${message}`, `problem ${element} ${message}`),
    ),
  ];
}
