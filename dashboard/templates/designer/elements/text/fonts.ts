import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { loadFace } from '../../../../components/faces.ts';
import { useApi } from '../../../../lib/api.tsx';

export const useFontFamilies = () => useQuery(useApi().designs.fonts.queryOptions(undefined, { staleTime: Infinity }));

/** Loads a text's font face when it is needed. Returns true once it is loaded. */
export function useFace(family: string, weight: number, italic: boolean, isWanted = true): boolean {
  const { data: fonts } = useFontFamilies();
  const [loaded, setLoaded] = useState<string | null>(null);
  const face = `${family} ${weight} ${italic}`;
  useEffect(() => {
    let isGone = false;
    const font = fonts?.find((listed) => listed.family === family);
    if (font && isWanted) {
      void loadFace(font, weight, italic).then((came) => {
        if (came && !isGone) setLoaded(face);
      });
    }
    return () => {
      isGone = true;
    };
  }, [fonts, family, weight, italic, isWanted, face]);
  return loaded === face;
}
