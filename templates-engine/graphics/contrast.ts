import type { Rgba } from './paint.ts';

type Opaque = Pick<Rgba, 'red' | 'green' | 'blue'>;

/** Returns the visible colour of a translucent colour over an opaque one. */
export function over<Ground extends Opaque>({ alpha, ...front }: Rgba, ground: Ground): Ground {
  const mix = (own: number, below: number) => own * alpha + below * (1 - alpha);
  return {
    ...ground,
    red: mix(front.red, ground.red),
    green: mix(front.green, ground.green),
    blue: mix(front.blue, ground.blue),
  };
}

/** Returns the relative luminance of a colour, 0 to 1 (WCAG 2.2). */
export function luminance({ red, green, blue }: Opaque): number {
  const [r, g, b] = [red, green, blue].map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours, 1 to 21 (WCAG 2.2). */
export function contrastRatio(a: Opaque, b: Opaque): number {
  const [first, second] = [luminance(a), luminance(b)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}
