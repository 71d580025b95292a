import { arcToCubics } from './arc.ts';
import type { PathCommand } from './path.ts';

/** Converts path commands to absolute lines and cubic curves, and tracks the points that shorthands refer to. */
export class PathPen {
  readonly path: PathCommand[] = [];
  readonly #origin: readonly [number, number];
  #start: [number, number] = [0, 0];
  #at: [number, number] = [0, 0];
  /** Last control points, for S and T. Null if the last command was another kind of curve or no curve. */
  #cubic: [number, number] | null = null;
  #quadratic: [number, number] | null = null;

  constructor(x: number, y: number) {
    this.#origin = [x, y];
  }

  /** Current position of the pen, before the offset is applied. */
  get at(): readonly [number, number] {
    return this.#at;
  }

  draw(letter: string, numbers: readonly number[]): void {
    const command = letter.toLowerCase();
    const [px, py] = this.#at;
    const [dx, dy] = letter === command ? [px, py] : [0, 0];
    const n = (index: number) => numbers[index] ?? 0;
    const point = (index: number): [number, number] => [n(index) + dx, n(index + 1) + dy];
    const [cubic, quadratic] = [this.#cubic, this.#quadratic];
    this.#cubic = null;
    this.#quadratic = null;
    // After Z, the next subpath starts where the last one started (SVG 1.1, 8.3.3).
    if (command !== 'm' && command !== 'z' && this.path.at(-1)?.[0] === 'Z') this.#push('M', [px, py]);
    if (command === 'm') {
      this.#start = point(0);
      this.#push('M', point(0));
    } else if (command === 'l') this.#push('L', point(0));
    else if (command === 'h') this.#push('L', [n(0) + dx, py]);
    else if (command === 'v') this.#push('L', [px, n(0) + dy]);
    else if (command === 'c') this.#curve(point(0), point(2), point(4));
    else if (command === 's') this.#curve(mirrored(cubic ?? [px, py], px, py), point(0), point(2));
    else if (command === 'q') this.#quadraticCurve(point(0), point(2));
    else if (command === 't') this.#quadraticCurve(mirrored(quadratic ?? [px, py], px, py), point(0));
    else if (command === 'a') {
      const [rx, ry, rotation, large, sweep] = [n(0), n(1), n(2), n(3) === 1, n(4) === 1];
      const to = point(5);
      const curves = arcToCubics([px, py], { rx, ry, rotation, large, sweep }, to);
      if (curves === null) this.#push('L', to);
      else for (const [first, second, end] of curves) this.#curve(first, second, end);
      this.#cubic = null;
    } else {
      this.path.push(['Z']);
      this.#at = this.#start;
    }
  }

  #push(command: 'M' | 'L', to: [number, number]): void {
    this.path.push([command, to[0] + this.#origin[0], to[1] + this.#origin[1]]);
    this.#at = to;
  }

  #curve(first: [number, number], second: [number, number], end: [number, number]): void {
    const [x, y] = this.#origin;
    this.path.push(['C', first[0] + x, first[1] + y, second[0] + x, second[1] + y, end[0] + x, end[1] + y]);
    this.#cubic = second;
    this.#at = end;
  }

  #quadraticCurve([cx, cy]: [number, number], [ex, ey]: [number, number]): void {
    const [px, py] = this.#at;
    const third = (from: number, control: number) => from + ((control - from) * 2) / 3;
    this.#curve([third(px, cx), third(py, cy)], [third(ex, cx), third(ey, cy)], [ex, ey]);
    this.#cubic = null;
    this.#quadratic = [cx, cy];
  }
}

const mirrored = ([x, y]: readonly [number, number], aboutX: number, aboutY: number): [number, number] => [
  2 * aboutX - x,
  2 * aboutY - y,
];
