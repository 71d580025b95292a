/** Font family as listed by the server. */
export interface FontFamily {
  family: string;
  weights: number[];
  hasItalic: boolean;
  /** URL of a font file; takes `weight` and `italic`. Changes when the family's files change. */
  url: string;
}

/** Returns the family's name in CSS. A prefix prevents the use of fonts installed on the computer. */
export const cssFamily = (family: string): string => `${quoted(family)}, system-ui, sans-serif`;

/** Returns a CSS string with quotes and backslashes escaped. */
const quoted = (family: string): string => `"laurel ${family.replaceAll(/["\\]/g, '\\$&')}"`;

interface Loaded {
  url: string;
  faces: Map<string, { face: FontFace; loading: Promise<boolean> }>;
}

const loaded = new Map<string, Loaded>();

/** Loads a font face once. Returns false on failure, and the text is shown in the system's font. */
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
      // Ignored if the family's files have changed while the face was loading.
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

/** Returns the faces of a family. Drops those of earlier files, or of another organisation's family with the same name. */
function facesOf({ family, url }: FontFamily): Loaded {
  const known = loaded.get(family);
  if (known?.url === url) return known;
  for (const { face } of known?.faces.values() ?? []) document.fonts.delete(face);
  const empty: Loaded = { url, faces: new Map() };
  loaded.set(family, empty);
  return empty;
}
