import { useId } from 'react';
import { lineDirection, SHAPE_DEFAULTS } from '../../../../../templates-engine/elements/shape/properties.ts';
import { COLOR, DEFAULT_COLOR } from '../../../../../templates-engine/elements/shared/properties.ts';
import type { ShapePaint } from '../../controls/shape-paint-field.tsx';
import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';
import { GradientDefinition } from './gradient-definition.tsx';

type ShapeElement = ElementOf<'shape'>;

/** Minimum width of the area that takes the pointer, so that thin lines can be selected; in points. */
const GRIP = 8;

/** Draws a shape, with the area that takes the pointer below it. */
export function ShapePreview({ element }: PreviewProps<ShapeElement>) {
  const id = useId();
  const { width, height, shape, shadow, dash } = element;
  const isLine = shape === 'line';
  const fill = isLine ? 'none' : (element.fill ?? 'none');
  const stroke = element.stroke ?? (isLine ? DEFAULT_COLOR : 'none');
  const strokeWidth = element.strokeWidth ?? SHAPE_DEFAULTS.strokeWidth;
  const reference = (paint: ShapePaint, name: string) =>
    typeof paint === 'object' ? `url(#${id}${name})` : COLOR.pattern.test(paint) ? paint : 'none';
  return (
    <svg width={width} height={height} overflow="visible" aria-hidden style={{ display: 'block' }}>
      <defs>
        {typeof fill === 'object' && <GradientDefinition id={`${id}fill`} box={element} gradient={fill.gradient} />}
        {typeof stroke === 'object' && (
          <GradientDefinition id={`${id}stroke`} box={element} gradient={stroke.gradient} />
        )}
      </defs>
      <g style={shadow && { filter: `drop-shadow(${shadow.x}px ${shadow.y}px ${shadow.blur / 2}px ${shadow.color})` }}>
        <Outline
          element={element}
          fill={reference(fill, 'fill')}
          stroke={reference(stroke, 'stroke')}
          strokeWidth={strokeWidth}
          strokeDasharray={dash?.join(' ')}
        />
      </g>
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
  strokeDasharray?: string | undefined;
  pointerEvents?: 'stroke' | 'all' | 'none';
}

function Outline({ element, pointerEvents = 'none', ...paint }: OutlineProps) {
  const { width, height, shape, radius, path, flip } = element;
  const drawn = { ...paint, pointerEvents };
  if (shape === 'path') return <path d={path ?? ''} {...drawn} />;
  if (shape === 'line') {
    const direction = lineDirection(element);
    const [right, bottom] = [direction === 'upright' ? 0 : width, direction === 'level' ? 0 : height];
    const isFlipped = flip && direction === 'diagonal';
    return <line x1={0} y1={isFlipped ? bottom : 0} x2={right} y2={isFlipped ? 0 : bottom} {...drawn} />;
  }
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
