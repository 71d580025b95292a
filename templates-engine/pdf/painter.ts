import { type Box, grown } from '../graphics/geometry.ts';
import { type Gradient, isGradient, isTranslucent, type Paint, type Rgba } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import { pathBounds } from '../graphics/path-bounds.ts';
import type { ShadowPicture } from '../scene/shadow.ts';
import { addMaskOf, addPattern, addShading, addSoftMask } from './gradient.ts';
import { pathData, rgb, type StrokeStyle, strokeState } from './operators.ts';
import { array, dictionary, n, type ObjectNumber, reference } from './syntax.ts';
import { addTint } from './tint.ts';
import type { PdfWriter } from './writer.ts';

type ResourceKind = 'XObject' | 'Shading' | 'ExtGState';

/** A resource dictionary's entries. */
export const resourceEntries = (resources: Record<string, Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(resources)
      .filter(([, named]) => Object.keys(named).length > 0)
      .map(([kind, named]) => [kind, dictionary(named)]),
  );

/** Colours, gradients and opacities as operators, and the resources that they refer to. */
export class Painter {
  readonly resources: Record<ResourceKind, Record<string, string>> = { XObject: {}, Shading: {}, ExtGState: {} };
  readonly #file: PdfWriter;
  readonly #prefix: string;

  /** Names of resources begin with the prefix. */
  constructor(file: PdfWriter, prefix: string) {
    this.#file = file;
    this.#prefix = prefix;
  }

  /** Fills a path; the graphics state is as before. */
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

  /** Strokes a path; the graphics state is as before. */
  stroked(path: readonly PathCommand[], stroke: Paint, style: StrokeStyle, opacity: number): string[] {
    if (isGradient(stroke)) return this.#gradientStroked(path, stroke, style, opacity);
    return ['q', `${this.#alpha(stroke, opacity)} ${rgb(stroke)} RG ${strokeState(style)}`, pathData(path), 'S', 'Q'];
  }

  /** A part of the content as a form of its own, in which y grows as outside of it; as one group where it is transparent. */
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

  /** A picture of one colour whose pixels let through what lies behind them. */
  tinted({ box, width, height, alpha }: Omit<ShadowPicture, 'uri'>, color: Rgba): string[] {
    const image = addTint(this.#file, { width, height, alpha }, color);
    const place = [box.width, 0, 0, -box.height, box.x, box.y + box.height].map(n).join(' ');
    return ['q', `${place} cm /${this.name('XObject', image)} Do`, 'Q'];
  }

  /** A pattern's space is that of the form that it is used in (ISO 32000-1, 8.7.3.1): a form of its own makes it the path's. */
  #gradientStroked(path: readonly PathCommand[], stroke: Gradient, style: StrokeStyle, opacity: number): string[] {
    const bounds = strokeBounds(path, style);
    const operators = [`/Pattern CS /P SCN ${strokeState(style)}`, pathData(path), 'S'];
    const resources = (gradient: Gradient, kind: 'color' | 'opacity') => ({
      Pattern: dictionary({ P: reference(addPattern(this.#file, gradient, kind)) }),
    });
    // As a group where it is translucent: some readers fade a plain form's pattern twice.
    const painted = this.form(operators, resources(stroke, 'color'), bounds, opacity < 1);
    if (!isTranslucent(stroke)) return [painted];
    const mask = addMaskOf(this.#file, bounds, operators.join('\n'), resources(stroke, 'opacity'));
    return ['q', `/${this.name('ExtGState', mask)} gs`, painted, 'Q'];
  }

  /** Sets the colour that is filled with. */
  fill(color: Rgba, opacity: number): string {
    return `${this.#alpha(color, opacity)} ${rgb(color)} rg`;
  }

  /** Sets the opacity of what follows. */
  opacity(value: number): string {
    const name = `${this.#prefix}A${Math.round(value * 1000)}`;
    const states = this.resources.ExtGState;
    states[name] ??= reference(this.#file.add(dictionary({ Type: '/ExtGState', ca: n(value), CA: n(value) })));
    return `/${name} gs`;
  }

  /** Gives an object a resource's name. */
  name(kind: ResourceKind, object: ObjectNumber): string {
    const name = `${this.#prefix}${kind[0]}${Object.keys(this.resources[kind]).length}`;
    this.resources[kind][name] = reference(object);
    return name;
  }

  #alpha(color: Rgba, opacity: number): string {
    return color.alpha < 1 ? this.opacity(color.alpha * opacity) : '';
  }
}

/** All that a stroke may paint: its corners reach as far as the miter limit says. */
function strokeBounds(path: readonly PathCommand[], { width, miterLimit = DEFAULT_MITER_LIMIT }: StrokeStyle): Box {
  const bounds = pathBounds(path) ?? { x: 0, y: 0, width: 0, height: 0 };
  return grown(bounds, (width / 2) * Math.max(2, miterLimit));
}

/** PDF's own (ISO 32000-1, 8.4.1). */
const DEFAULT_MITER_LIMIT = 10;
