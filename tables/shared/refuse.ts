import type { Refusal } from './types.ts';

/** Thrown inside the reader; `readTable` returns its reason. */
export class TableRefusal extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.code);
    this.refusal = refusal;
  }
}

export const refuse = (refusal: Refusal): never => {
  throw new TableRefusal(refusal);
};
