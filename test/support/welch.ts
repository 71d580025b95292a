/** Returns |t| of two samples of times, without the slowest tenth of each, which depends on other load on the machine. */
export const differenceOf = (one: number[], other: number[]): number => Math.abs(welch(cropped(one), cropped(other)));

const cropped = (samples: number[]): number[] =>
  samples.sort((a, b) => a - b).slice(0, Math.ceil(samples.length * 0.9));

/** Returns Welch's t of two samples. */
function welch(one: number[], other: number[]): number {
  const [a, b] = [momentsOf(one), momentsOf(other)];
  return (a.mean - b.mean) / Math.sqrt(a.variance / one.length + b.variance / other.length);
}

function momentsOf(samples: number[]): { mean: number; variance: number } {
  const mean = samples.reduce((sum, value) => sum + value, 0) / samples.length;
  const variance = samples.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (samples.length - 1);
  return { mean, variance };
}
