interface Card {
  language: string;
  isRightToLeft: boolean;
  isValid: boolean;
  brandColor: string | null;
  /** Data URI. */
  logo: string | null;
}

/** 1200 by 630 pixels at 144 dpi. */
const PAGE = { width: 600, height: 315 };
const INK = { text: '#17202c', soft: '#566273', valid: '#0b6b43', invalid: '#a31621' };

/** A share card as a design document, with placeholders for what differs from certificate to certificate. */
export function cardDocument({ language, isRightToLeft, isValid, brandColor, logo }: Card): object {
  const align = isRightToLeft ? 'right' : 'left';
  const text = (y: number, height: number, content: string, size: number, more: object) => ({
    ...{ type: 'text', x: 40, y, width: PAGE.width - 80, height, text: content, font: 'Inter', size },
    ...{ minSize: 8, align, verticalAlign: 'middle', ...more },
  });
  const stateColor = isValid ? INK.valid : INK.invalid;
  const logoBox = { x: isRightToLeft ? PAGE.width - 180 : 40, y: 34, width: 140, height: 48 };
  return {
    name: 'Share card',
    language,
    recipientNameVariable: 'name',
    page: PAGE,
    elements: [
      { type: 'shape', shape: 'rectangle', x: 0, y: 0, width: PAGE.width, height: 12, fill: brandColor ?? INK.text },
      ...(logo ? [{ type: 'image', src: logo, ...logoBox }] : []),
      text(98, 84, '{{name}}', 42, { weight: 700, color: INK.text, lineHeight: 1.15 }),
      text(184, 52, '{{title}}', 21, { color: INK.text, lineHeight: 1.25 }),
      text(238, 22, '{{issuer}}', 14, { color: INK.soft }),
      text(266, 28, `${isValid ? '✓' : '✕'} {{state}}`, 16, { weight: 600, color: stateColor }),
    ],
  };
}
