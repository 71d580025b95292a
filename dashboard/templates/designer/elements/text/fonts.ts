import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../app/api.tsx';
import type { Outputs } from '../../../../app/session.tsx';

type FontFamily = Outputs['designs']['fonts'][number];

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

/** Loads the face of a text; whether it has come. */
export function useFace(family: string, weight: number, italic: boolean): boolean {
  const { data: fonts } = useFontFamilies();
  const [loaded, setLoaded] = useState<string | null>(null);
  const face = `${family} ${weight} ${italic}`;
  useEffect(() => {
    let isGone = false;
    const font = fonts?.find((listed) => listed.family === family);
    if (font) {
      void loadFace(font, weight, italic).then((came) => {
        if (came && !isGone) setLoaded(face);
      });
    }
    return () => {
      isGone = true;
    };
  }, [fonts, family, weight, italic, face]);
  return loaded === face;
}
