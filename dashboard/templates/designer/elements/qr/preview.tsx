import { QR_DEFAULTS } from '../../../../../templates-engine/elements/qr/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';

const QR_SIDE = 21;
const EYES = [
  [0, 0],
  [14, 0],
  [0, 14],
] as const;

/** Placeholder that looks like a QR code. The server's picture has the real one. */
const QR_PATTERN = [
  ...EYES.map(([x, y]) => `M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z`),
  ...Array.from({ length: QR_SIDE * QR_SIDE }, (_, at) => {
    const [x, y] = [at % QR_SIDE, Math.floor(at / QR_SIDE)];
    const isFree = EYES.every(([left, top]) => x < left - 1 || x > left + 7 || y < top - 1 || y > top + 7);
    return isFree && (x * 7 + y * 13 + x * y * 5) % 4 < 2 ? `M${x} ${y}h1v1h-1z` : '';
  }),
].join('');

/** Draws the placeholder in the code's colours, with a quiet zone if it has a background. */
export function QrPreview({ element: { color, background } }: PreviewProps<ElementOf<'qr'>>) {
  const quiet = background && background !== 'none' ? 4 : 0;
  const side = QR_SIDE + 2 * quiet;
  return (
    <svg
      width="100%"
      height="100%"
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      aria-hidden
      style={{ display: 'block' }}
    >
      {quiet > 0 && <rect x={-quiet} y={-quiet} width={side} height={side} fill={background} />}
      <path d={QR_PATTERN} fill={color ?? QR_DEFAULTS.color} fillRule="evenodd" shapeRendering="crispEdges" />
    </svg>
  );
}
