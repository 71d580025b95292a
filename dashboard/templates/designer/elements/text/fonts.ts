import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useApi } from '../../../../app/api.tsx';
import type { Outputs } from '../../../../app/session.tsx';

type FontFamily = Outputs['designs']['fonts'][number];

/** The family's name in CSS; fonts that are installed on the computer must not be used instead. */
export const cssFamily = (family: string): string => `"laurel ${family}", system-ui, sans-serif`;

export const useFontFamilies = () => useQuery(useApi().designs.fonts.queryOptions(undefined, { staleTime: Infinity }));

const asked = new Map<string, Promise<boolean>>();

/** Loads one face once; false where it fails, and the text is shown in the system's font. */
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

/** Loads the face of a text; true once it is loaded. */
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
