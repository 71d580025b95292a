import { type CSSProperties, useLayoutEffect, useRef } from 'react';
import {
  DEFAULT_COLOR,
  DEFAULTS,
  type DesignElement,
  type Fit,
  type ImageElement,
  type QrElement,
  type ShapeElement,
  type TextElement,
} from '../../model/design.ts';
import { cssFamily } from './fonts.ts';

interface RenditionProps {
  element: DesignElement;
  /** The text as it is shown, its placeholders filled in. */
  content: string;
  /** Changes when fonts have come. */
  fontsLoaded: number;
}

/** An element as the browser draws it, while the platform's own picture is on its way. */
export function Rendition({ element, content, fontsLoaded }: RenditionProps) {
  switch (element.type) {
    case 'text':
      return <TextRendition element={element} content={content} fontsLoaded={fontsLoaded} />;
    case 'image':
      return <ImageRendition element={element} />;
    case 'shape':
      return <ShapeRendition element={element} />;
    case 'qr':
      return <QrRendition element={element} />;
  }
}

const JUSTIFY = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;
const STEP = 0.5;

function TextRendition({
  element,
  content,
  fontsLoaded,
}: {
  element: TextElement;
  content: string;
  fontsLoaded: number;
}) {
  const ref = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: fonts that have come change the measures
  useLayoutEffect(() => {
    if (ref.current) fitText(ref.current, element);
  }, [element, content, fontsLoaded]);
  const style: CSSProperties = {
    fontFamily: cssFamily(element.font),
    fontWeight: element.weight ?? DEFAULTS.weight,
    fontStyle: element.italic ? 'italic' : 'normal',
    fontSize: element.size,
    lineHeight: element.lineHeight ?? DEFAULTS.lineHeight,
    letterSpacing: element.letterSpacing ?? DEFAULTS.letterSpacing,
    color: element.color ?? DEFAULT_COLOR,
    textAlign: element.align ?? DEFAULTS.align,
    textTransform: element.uppercase ? 'uppercase' : 'none',
    whiteSpace: 'pre-wrap',
  };
  return (
    <div
      style={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        justifyContent: JUSTIFY[element.verticalAlign ?? DEFAULTS.verticalAlign],
      }}
    >
      <div ref={ref} dir="auto" style={style}>
        {content}
      </div>
    </div>
  );
}

/** The largest size, down to the smallest that is allowed, at which the text fits its box; as the platform does it. */
function fitText(node: HTMLElement, element: TextElement): void {
  const least = Math.min(element.minSize ?? element.size, element.size);
  for (let size = element.size; ; size = Math.max(least, size - STEP)) {
    node.style.fontSize = `${size}px`;
    // A word is cut only where nothing else helps.
    node.style.overflowWrap = size === least ? 'anywhere' : 'normal';
    const line = size * (element.lineHeight ?? DEFAULTS.lineHeight);
    const isOneLine = node.offsetHeight < 1.5 * line && size <= element.height;
    const fits = (isOneLine || node.offsetHeight <= element.height + 1) && node.scrollWidth <= element.width + 1;
    if (fits || size === least) return;
  }
}

export const OBJECT_FIT: Record<Fit, CSSProperties['objectFit']> = { contain: 'contain', cover: 'cover', fill: 'fill' };

function ImageRendition({ element }: { element: ImageElement }) {
  const src = element.src ?? element.asset;
  if (!src) return null;
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      style={{
        display: 'block',
        width: '100%',
        height: '100%',
        objectFit: OBJECT_FIT[element.fit ?? 'contain'],
        borderRadius: element.radius,
      }}
    />
  );
}

/** Thin lines can be taken hold of, too, in points. */
const GRIP = 8;

function ShapeRendition({ element }: { element: ShapeElement }) {
  const { width, height, shape } = element;
  const isLine = shape === 'line';
  const fill = isLine ? 'none' : (element.fill ?? 'none');
  const stroke = element.stroke ?? (isLine ? DEFAULT_COLOR : 'none');
  const strokeWidth = element.strokeWidth ?? DEFAULTS.strokeWidth;
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
  return <rect width={width} height={height} rx={Math.min(radius ?? 0, width / 2, height / 2)} {...drawn} />;
}

const QR_SIDE = 21;
const EYES = [
  [0, 0],
  [14, 0],
  [0, 14],
] as const;

/** Something that anyone takes for a QR code: the real one comes with the picture. */
const QR_PATTERN = [
  ...EYES.map(([x, y]) => `M${x} ${y}h7v7h-7zm1 1v5h5v-5zm1 1h3v3h-3z`),
  ...Array.from({ length: QR_SIDE * QR_SIDE }, (_, at) => {
    const [x, y] = [at % QR_SIDE, Math.floor(at / QR_SIDE)];
    const isFree = EYES.every(([left, top]) => x < left - 1 || x > left + 7 || y < top - 1 || y > top + 7);
    return isFree && (x * 7 + y * 13 + x * y * 5) % 4 < 2 ? `M${x} ${y}h1v1h-1z` : '';
  }),
].join('');

function QrRendition({ element: { color, background } }: { element: QrElement }) {
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
      <path d={QR_PATTERN} fill={color ?? DEFAULT_COLOR} fillRule="evenodd" shapeRendering="crispEdges" />
    </svg>
  );
}
