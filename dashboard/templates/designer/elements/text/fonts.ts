import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../app/api.tsx';
import type { Outputs } from '../../../../app/session.tsx';
import { DEFAULTS, type Draft } from '../../model/design.ts';

export type FontFamily = Outputs['designs']['fonts'][number];

/** What a family is called in the page's style; fonts of the person's own machine must not be taken instead. */
export const cssFamily = (family: string): string => `"laurel ${family}", system-ui, sans-serif`;

export const useFontFamilies = () => useQuery(useApi().designs.fonts.queryOptions(undefined, { staleTime: Infinity }));

const asked = new Map<string, Promise<boolean>>();

/** Loads one face once; whether it came. A face that does not come is shown in the system's font. */
export function loadFace(font: FontFamily, weight = 400, italic = false): Promise<boolean> {
  const nearest = [...font.weights].sort((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const slanted = italic && font.hasItalic;
  const key = `${font.family} ${nearest} ${slanted}`;
  const known = asked.get(key);
  if (known) return known;
  const face = new FontFace(`laurel ${font.family}`, `url("${font.url}?weight=${nearest}&italic=${slanted}")`, {
    weight: String(nearest),
    style: slanted ? 'italic' : 'normal',
  });
  const loading = face.load().then(
    () => {
      document.fonts.add(face);
      return true;
    },
    () => {
      asked.delete(key);
      return false;
    },
  );
  asked.set(key, loading);
  return loading;
}

/** Loads the faces that a design uses. The number grows whenever one has come: text is measured again then. */
export function useDesignFonts(draft: Draft): number {
  const { data: fonts } = useFontFamilies();
  const [loaded, setLoaded] = useState(0);
  const faces = JSON.stringify([
    ...new Set(
      draft.elements.flatMap((item) =>
        item.type === 'text'
          ? [JSON.stringify([item.font, item.weight ?? DEFAULTS.weight, item.italic ?? DEFAULTS.italic])]
          : [],
      ),
    ),
  ]);
  useEffect(() => {
    let isGone = false;
    for (const face of JSON.parse(faces) as string[]) {
      const [family, weight, italic] = JSON.parse(face) as [string, number, boolean];
      const font = fonts?.find((listed) => listed.family === family);
      if (!font) continue;
      void loadFace(font, weight, italic).then((came) => {
        if (came && !isGone) setLoaded((count) => count + 1);
      });
    }
    return () => {
      isGone = true;
    };
  }, [faces, fonts]);
  return loaded;
}
