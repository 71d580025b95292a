import { type Box, grown } from '../../graphics/geometry.ts';
import { type Gradient, isGradient, isTranslucent, type Paint, type Rgba } from '../../graphics/paint.ts';
import type { PathCommand } from '../../graphics/path.ts';
import { pathBounds } from '../../graphics/path-bounds.ts';
import type { ShadowPicture } from '../../scene/shadow.ts';
import { array, dictionary, n, type ObjectNumber, reference } from '../file/syntax.ts';
import type { PdfWriter } from '../file/writer.ts';
import { addMaskOf, addPattern, addShading, addSoftMask } from './gradient.ts';
import { pathData, rgb, type StrokeStyle, strokeState } from './operators.ts';
import { addTint } from './tint.ts';

type ResourceKind = 'XObject' | 'Shading' | 'ExtGState';

/** Returns the entries of a resource dictionary. */
export const resourceEntries = (resources: Record<string, Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, named]) => Object.keys(named).length > 0)
      .map(([kind, named]) => [kind, dictionary(named)]),
  );

/** Paints colours, gradients and opacities as operators, and collects the resources that they refer to. */
export class Painter {
  readonly resources: Record<ResourceKind, Record<string, string>> = { XObject: {}, Shading: {}, ExtGState: {} };
  readonly #file: PdfWriter;
  readonly #prefix: string;

  /** Creates a painter. Resource names start with `prefix`. */
  constructor(file: PdfWriter, prefix: string) {
    this.#file = file;
    this.#prefix = prefix;
  }

  /** Fills a path and restores the graphics state. */
  filled(path: readonly PathCommand[], fill: Paint, opacity: number, rule: '' | '*' = ''): string[] {
    if (!isGradient(fill)) return ['q', this.fill(fill, opacity), pathData(path), `f${rule}`, 'Q'];
    const paint = (shading: string) => `${fill.matrix ? `${fill.matrix.map(n).join(' ')} cm ` : ''}/${shading} sh`;
    const mask = addSoftMask(this.#file, path, fill, paint('S'));
    return [
      'q',
      ...(mask === null ? [] : [`/${this.name('ExtGState', mask)} gs`]),
      pathData(path),
      `W${rule} n`,
      paint(this.name('Shading', addShading(this.#file, fill))),
      'Q',
    ];
  }

  /** Strokes a path and restores the graphics state. */
  stroked(path: readonly PathCommand[], stroke: Paint, style: StrokeStyle, opacity: number): string[] {
    if (isGradient(stroke)) return this.#gradientStroked(path, stroke, style, opacity);
    return ['q', `${this.#alpha(stroke, opacity)} ${rgb(stroke)} RG ${strokeState(style)}`, pathData(path), 'S', 'Q'];
  }

  /** Wraps operators in a form with the surrounding direction of y. `isGroup` makes it a transparency group. */
  form(operators: readonly string[], resources: Record<string, string>, bounds: Box, isGroup: boolean): string {
    const { x, y, width, height } = bounds;
    const form = this.#file.addCompressed(
      {
        Type: '/XObject',
        Subtype: '/Form',
        BBox: array([x, y, x + width, y + height]),
        ...(isGroup && { Group: '<< /S /Transparency /CS /DeviceRGB /I true >>' }),
        Resources: dictionary(resources),
      },
      operators.join('\n'),
    );
    return `/${this.name('XObject', form)} Do`;
  }

  /** Paints a picture of one colour with an alpha channel. */
  tinted({ box, width, height, alpha }: Omit<ShadowPicture, 'uri'>, color: Rgba): string[] {
    const image = addTint(this.#file, { width, height, alpha }, color);
    const place = [box.width, 0, 0, -box.height, box.x, box.y + box.height].map(n).join(' ');
    return ['q', `${place} cm /${this.name('XObject', image)} Do`, 'Q'];
  }

  /**
   * Strokes with a gradient. The space of a pattern is that of the enclosing form (ISO 32000-1, 8.7.3.1). A separate form makes it the
   * space of the path.
   */
  #gradientStroked(path: readonly PathCommand[], stroke: Gradient, style: StrokeStyle, opacity: number): string[] {
    const bounds = strokeBounds(path, style);
    const operators = [`/Pattern CS /P SCN ${strokeState(style)}`, pathData(path), 'S'];
    const resources = (gradient: Gradient, kind: 'color' | 'opacity') => ({
      Pattern: dictionary({ P: reference(addPattern(this.#file, gradient, kind)) }),
    });
    // A translucent form must be a group: some readers apply the opacity twice to the pattern of a plain form.
    const painted = this.form(operators, resources(stroke, 'color'), bounds, opacity < 1);
    if (!isTranslucent(stroke)) return [painted];
    const mask = addMaskOf(this.#file, bounds, operators.join('\n'), resources(stroke, 'opacity'));
    return ['q', `/${this.name('ExtGState', mask)} gs`, painted, 'Q'];
  }

  /** Returns operators that set the fill colour. */
  fill(color: Rgba, opacity: number): string {
    return `${this.#alpha(color, opacity)} ${rgb(color)} rg`;
  }

  /** Returns an operator that sets the opacity of subsequent content. */
  opacity(value: number): string {
    const name = `${this.#prefix}A${Math.round(value * 1000)}`;
    const states = this.resources.ExtGState;
    states[name] ??= reference(this.#file.add(dictionary({ Type: '/ExtGState', ca: n(value), CA: n(value) })));
    return `/${name} gs`;
  }

  /** Registers an object as a resource and returns its name. */
  name(kind: ResourceKind, object: ObjectNumber): string {
    const name = `${this.#prefix}${kind[0]}${Object.keys(this.resources[kind]).length}`;
    this.resources[kind][name] = reference(object);
    return name;
  }

  #alpha(color: Rgba, opacity: number): string {
    return color.alpha < 1 ? this.opacity(color.alpha * opacity) : '';
  }
}

/** Returns the bounds of everything that a stroke can paint. Its corners extend up to the miter limit. */
function strokeBounds(path: readonly PathCommand[], { width, miterLimit = DEFAULT_MITER_LIMIT }: StrokeStyle): Box {
  const bounds = pathBounds(path) ?? { x: 0, y: 0, width: 0, height: 0 };
  return grown(bounds, (width / 2) * Math.max(2, miterLimit));
}

/** Default of PDF (ISO 32000-1, 8.4.1). */
const DEFAULT_MITER_LIMIT = 10;
