import { type Gradient, isGradient, type Rgba } from '../graphics/paint.ts';
import type { PathCommand } from '../graphics/path.ts';
import { addShading, addSoftMask } from './gradient.ts';
import { pathData, rgb } from './operators.ts';
import { dictionary, n, type ObjectNumber, reference } from './syntax.ts';
import type { PdfWriter } from './writer.ts';

type ResourceKind = 'XObject' | 'Shading' | 'ExtGState';

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
  filled(path: readonly PathCommand[], fill: Rgba | Gradient, opacity: number): string[] {
    if (!isGradient(fill)) return ['q', this.fill(fill, opacity), pathData(path), 'f', 'Q'];
    const paint = (shading: string) => `${fill.matrix ? `${fill.matrix.map(n).join(' ')} cm ` : ''}/${shading} sh`;
    const mask = addSoftMask(this.#file, path, fill, paint('S'));
    return [
      'q',
      ...(mask === null ? [] : [`/${this.name('ExtGState', mask)} gs`]),
      pathData(path),
      'W n',
      paint(this.name('Shading', addShading(this.#file, fill))),
      'Q',
    ];
  }

  stroked(path: readonly PathCommand[], stroke: Rgba, width: number, opacity: number): string[] {
    return ['q', `${this.#alpha(stroke, opacity)} ${rgb(stroke)} RG ${n(width)} w`, pathData(path), 'S', 'Q'];
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
