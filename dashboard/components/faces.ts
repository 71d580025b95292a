/** A family of fonts as the server lists it. */
export interface FontFamily {
  family: string;
  weights: number[];
  hasItalic: boolean;
  /** A file of it; takes `weight` and `italic`. Another one when its files are others. */
  url: string;
}

/** The family's name in CSS; fonts that are installed on the computer must not be used instead. */
export const cssFamily = (family: string): string => `${quoted(family)}, system-ui, sans-serif`;

/** A string of CSS: names may have quotes and backslashes. */
const quoted = (family: string): string => `"laurel ${family.replaceAll(/["\\]/g, '\\$&')}"`;

interface Loaded {
  url: string;
  faces: Map<string, { face: FontFace; loading: Promise<boolean> }>;
}

const loaded = new Map<string, Loaded>();

/** Loads one face once; false where it fails, and the text is shown in the system's font. */
export function loadFace(font: FontFamily, weight = 400, italic = false): Promise<boolean> {
  const { faces } = facesOf(font);
  const nearest = [...font.weights].sort((a, b) => Math.abs(a - weight) - Math.abs(b - weight))[0] ?? 400;
  const slanted = italic && font.hasItalic;
  const key = `${nearest} ${slanted}`;
  const known = faces.get(key);
  if (known) return known.loading;
  const address = `${font.url}${font.url.includes('?') ? '&' : '?'}weight=${nearest}&italic=${slanted}`;
  const face = new FontFace(`laurel ${font.family}`, `url("${address}")`, {
    weight: String(nearest),
    style: slanted ? 'italic' : 'normal',
  });
  const loading = face.load().then(
    () => {
      // Unless the family has other files by now.
      if (faces.get(key)?.face === face && loaded.get(font.family)?.faces === faces) document.fonts.add(face);
      return true;
    },
    () => {
      faces.delete(key);
      return false;
    },
  );
  faces.set(key, { face, loading });
  return loading;
}

/** The faces of a family; those of its earlier files, or of another organisation's family of the name, are dropped. */
function facesOf({ family, url }: FontFamily): Loaded {
  const known = loaded.get(family);
  if (known?.url === url) return known;
  for (const { face } of known?.faces.values() ?? []) document.fonts.delete(face);
  const empty: Loaded = { url, faces: new Map() };
  loaded.set(family, empty);
  return empty;
}
