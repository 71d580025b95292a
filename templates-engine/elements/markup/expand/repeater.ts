import { isMet } from '../../shared/is-met.ts';
import type { Repetition } from '../compile/nodes.ts';
import { MARKUP_LIMITS } from '../css/limits.ts';
import { linesOf, type Scope } from './scope.ts';

/** Thrown if a tree exceeds the limit of nodes. `variable` is the one whose lines produce them. */
export class TooManyNodesError extends Error {
  override readonly name = 'TooManyNodesError';
  readonly limit: number;
  readonly variable: string | null;

  constructor(limit: number, variable: string | null) {
    super(`More than ${limit} nodes`);
    this.limit = limit;
    this.variable = variable;
  }
}

/** Applies conditions and repetitions, and counts nodes, so that a tree never exceeds the limit. */
export class Repeater {
  #nodes = 0;

  /**
   * Calls `make` for a node: never if its condition is not met, and once per line if it is repeated. `number` counts the repetitions that
   * are made, from 0.
   */
  repeated<Made>({ condition, each }: Repetition, scope: Scope, make: (scope: Scope, number: number) => Made): Made[] {
    if (!each) return this.#made(condition, scope, null, (inside) => make(inside, 0));
    const lines = linesOf(scope.get(each.variable));
    let number = 0;
    return lines.flatMap((line) =>
      this.#made(condition, scope.within(each.as, line, each.variable), each.variable, (inside) =>
        make(inside, number++),
      ),
    );
  }

  #made<Made>(
    condition: Repetition['condition'],
    scope: Scope,
    variable: string | null,
    make: (scope: Scope) => Made,
  ): Made[] {
    if (++this.#nodes > MARKUP_LIMITS.nodes) throw new TooManyNodesError(MARKUP_LIMITS.nodes, variable);
    return condition && !isMet(condition, scope) ? [] : [make(scope)];
  }
}
