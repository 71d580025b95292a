import { SHAPE_DEFAULTS } from '../../../../../templates-engine/elements/shape/properties.ts';
import { DEFAULT_COLOR } from '../../../../../templates-engine/elements/shared/properties.ts';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';

type ShapeElement = ElementOf<'shape'>;

/** The least width of the area that takes the pointer, so that thin lines can be selected; in points. */
const GRIP = 8;

/** A shape, and below it the area that takes the pointer. */
export function ShapePreview({ element }: PreviewProps<ShapeElement>) {
  const { width, height, shape } = element;
  const isLine = shape === 'line';
  const fill = isLine ? 'none' : (element.fill ?? 'none');
  const stroke = element.stroke ?? (isLine ? DEFAULT_COLOR : 'none');
  const strokeWidth = element.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth;
  return (
    <svg width={width} height={height} overflow="visible" aria-hidden style={{ display: 'block' }}>
      <Outline element={element} fill={fill} stroke={stroke} strokeWidth={strokeWidth} />
      <Outline
        element={element}
        fill="none"
        stroke="transparent"
        strokeWidth={Math.max(GRIP, strokeWidth)}
        pointerEvents={fill === 'none' ? 'stroke' : 'all'}
      />
    </svg>
  );
}

interface OutlineProps {
  element: ShapeElement;
  fill: string;
  stroke: string;
  strokeWidth: number;
  pointerEvents?: 'stroke' | 'all' | 'none';
}

function Outline({ element: { width, height, shape, radius }, pointerEvents = 'none', ...paint }: OutlineProps) {
  const drawn = { ...paint, pointerEvents };
  if (shape === 'line') return <line x1={0} y1={0} x2={width} y2={height > width ? height : 0} {...drawn} />;
  if (shape === 'ellipse') return <ellipse cx={width / 2} cy={height / 2} rx={width / 2} ry={height / 2} {...drawn} />;
  return (
    <rect
      width={width}
      height={height}
      rx={Math.min(radius ?? SHAPE_DEFAULTS.radius, width / 2, height / 2)}
      {...drawn}
    />
  );
}
