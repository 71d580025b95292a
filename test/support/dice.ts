import { randomOf } from './mutated-fonts.ts';

/** Random choices that are the same for a seed. */
export class Dice {
  readonly number: () => number;

  constructor(seed: number) {
    this.number = randomOf(seed);
  }

  one<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw Object.assign(new Error('nothing to choose from'), { status: 404 });
    return values[Math.floor(this.number() * values.length)] as Value;
  }

  has(chance: number): boolean {
    return this.number() < chance;
  }
}

/** Returns true for an error that explains to a caller why a call was refused. A busy machine makes a call wait too long for a lock. */
export function isRefusal(error: unknown): boolean {
  const { status, data, code } = error as { status?: number; data?: { httpStatus?: number }; code?: string };
  return [400, 403, 404, 409, 429, 503].includes(status ?? data?.httpStatus ?? 0) || /^[A-Z_]+$/.test(code ?? '');
}
