interface Card {
  language: string;
  isRightToLeft: boolean;
  isValid: boolean;
  brandColor: string | null;
  /** Data URI. */
  logo: string | null;
}

/** Page size in points; 1200 by 630 pixels at 144 dpi. */
const PAGE = { width: 600, height: 315 };
const MARGIN = 40;
const INK = { text: '#17202c', soft: '#566273' };
const STATE = {
  valid: { color: '#0b6b43', ground: '#e5f5ed', sign: '✓' },
  invalid: { color: '#a31621', ground: '#fdebec', sign: '✕' },
};

/**
 * Returns a share card as a design document, with placeholders for the certificate's data. Parts of fixed size are markup. Names are texts,
 * which shrink to fit.
 */
export function cardDocument({ language, isRightToLeft, isValid, brandColor, logo }: Card): object {
  const text = (y: number, height: number, content: string, size: number, more: object) => ({
    ...{ type: 'text', x: MARGIN, y, width: PAGE.width - 2 * MARGIN, height, text: content, font: 'Inter', size },
    ...{ minSize: 6, align: isRightToLeft ? 'right' : 'left', verticalAlign: 'middle', ...more },
  });
  return {
    name: 'Share card',
    language,
    recipientNameVariable: 'name',
    page: PAGE,
    elements: [
      { type: 'markup', x: 0, y: 0, ...PAGE, root: frame({ isRightToLeft, isValid, brandColor, logo }) },
      text(104, 88, '{{name}}', 44, { font: 'Lora', weight: 600, color: INK.text, lineHeight: 1.15 }),
      text(196, 56, '{{title}}', 22, { color: INK.text, lineHeight: 1.25 }),
      text(258, 26, '{{issuer}}', 15, { color: INK.soft }),
    ],
  };
}

/** Returns the frame with the issuer's colour and logo and the certificate's state. */
function frame({ isRightToLeft, isValid, brandColor, logo }: Omit<Card, 'language'>): object {
  const { color, ground, sign } = isValid ? STATE.valid : STATE.invalid;
  const box = (style: object, children: readonly unknown[] = []) => ({ type: 'div', style, children });
  const state = box(
    { backgroundColor: ground, borderRadius: 20, paddingTop: 9, paddingBottom: 9, paddingLeft: 18, paddingRight: 18 },
    [box({ color, fontSize: 15, fontWeight: 600, lineHeight: 1.4 }, [`${sign} {{state}}`])],
  );
  const picture = logo
    ? { type: 'img', src: logo, alt: '', style: { width: 150, height: 48, objectFit: 'contain' } }
    : box({});
  const row = {
    display: 'flex',
    flexDirection: isRightToLeft ? 'row-reverse' : 'row',
    justifyContent: 'space-between',
    alignItems: 'center',
    height: 84,
    paddingLeft: MARGIN,
    paddingRight: MARGIN,
  };
  return box({ display: 'flex', flexDirection: 'column', fontFamily: 'Inter', ...PAGE }, [
    box({ height: 12, backgroundColor: brandColor ?? INK.text }),
    box(row, [picture, state]),
  ]);
}
