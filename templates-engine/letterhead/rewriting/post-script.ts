import { broken } from '../reading/fault.ts';
import type { Evaluate } from './functions.ts';

type Procedure = (number | string | Procedure)[];

const MAX_STACK = 100;
const MAX_STEPS = 20_000;

const degrees = (radians: number): number => ((((radians * 180) / Math.PI) % 360) + 360) % 360;
const truth = (value: boolean): number => (value ? 1 : 0);

/** Operators with one operand and with two. Booleans are 1 and 0. */
const UNARY: Record<string, (a: number) => number> = {
  abs: Math.abs,
  ceiling: Math.ceil,
  cos: (a) => Math.cos((a * Math.PI) / 180),
  cvi: Math.trunc,
  cvr: (a) => a,
  floor: Math.floor,
  ln: Math.log,
  log: Math.log10,
  neg: (a) => -a,
  not: (a) => (a === 0 || a === 1 ? 1 - a : ~a),
  round: Math.round,
  sin: (a) => Math.sin((a * Math.PI) / 180),
  sqrt: Math.sqrt,
  truncate: Math.trunc,
};
const BINARY: Record<string, (a: number, b: number) => number> = {
  add: (a, b) => a + b,
  and: (a, b) => a & b,
  atan: (a, b) => degrees(Math.atan2(a, b)),
  bitshift: (a, b) => (b >= 0 ? a << b : a >> -b),
  div: (a, b) => a / b,
  eq: (a, b) => truth(a === b),
  exp: (a, b) => a ** b,
  ge: (a, b) => truth(a >= b),
  gt: (a, b) => truth(a > b),
  idiv: (a, b) => Math.trunc(a / b),
  le: (a, b) => truth(a <= b),
  lt: (a, b) => truth(a < b),
  mod: (a, b) => a % b,
  mul: (a, b) => a * b,
  ne: (a, b) => truth(a !== b),
  or: (a, b) => a | b,
  sub: (a, b) => a - b,
  xor: (a, b) => a ^ b,
};

/** Compiles a PostScript calculator function (ISO 32000-1, 7.10.5). */
export function compilePostScript(text: string): Evaluate {
  const tokens = text.replaceAll(/%[^\r\n]*/g, ' ').match(/[{}]|[^\s{}]+/g) ?? [];
  if (tokens.shift() !== '{') throw broken('a PostScript function has no beginning');
  const procedure = parse(tokens, 0);
  return (inputs) => {
    const stack = [...inputs];
    run(procedure, stack, { steps: 0 });
    return stack;
  };
}

function parse(tokens: string[], depth: number): Procedure {
  if (depth > 32) throw broken('a PostScript function is nested too deeply');
  const procedure: Procedure = [];
  for (let token = tokens.shift(); token !== '}'; token = tokens.shift()) {
    if (token === undefined) throw broken('a PostScript function has no end');
    if (token === '{') procedure.push(parse(tokens, depth + 1));
    else procedure.push(/^[-+.\d]/.test(token) ? Number(token) || 0 : token);
  }
  return procedure;
}

function run(procedure: Procedure, stack: number[], budget: { steps: number }): void {
  for (const [index, item] of procedure.entries()) {
    if (++budget.steps > MAX_STEPS || stack.length > MAX_STACK) throw broken('a PostScript function takes too long');
    if (typeof item === 'number') stack.push(item);
    else if (typeof item === 'string') step(item, stack, procedure.slice(Math.max(0, index - 2), index), budget);
  }
}

const pop = (stack: number[]): number => {
  const value = stack.pop();
  if (value === undefined) throw broken('a PostScript function has too few operands');
  return value;
};

function step(operator: string, stack: number[], before: Procedure, budget: { steps: number }): void {
  const [unary, binary] = [UNARY, BINARY].map((table) =>
    Object.hasOwn(table, operator) ? table[operator] : undefined,
  );
  if (unary) stack.push((unary as (a: number) => number)(pop(stack)));
  else if (binary) {
    const second = pop(stack);
    stack.push((binary as (a: number, b: number) => number)(pop(stack), second));
  } else if (operator === 'true' || operator === 'false') stack.push(truth(operator === 'true'));
  else if (operator === 'if' || operator === 'ifelse') branch(operator, stack, before, budget);
  else arrange(operator, stack);
}

function branch(operator: string, stack: number[], before: Procedure, budget: { steps: number }): void {
  const procedures = before.filter((item) => typeof item === 'object').slice(operator === 'if' ? -1 : -2);
  const chosen = pop(stack) !== 0 ? procedures[0] : procedures[1];
  if (chosen) run(chosen, stack, budget);
}

function arrange(operator: string, stack: number[]): void {
  if (operator === 'pop') pop(stack);
  else if (operator === 'dup') stack.push(...stack.slice(-1));
  else if (operator === 'exch') stack.push(pop(stack), ...stack.splice(-1));
  else if (operator === 'copy') {
    const count = pop(stack);
    if (count > 0) stack.push(...stack.slice(-count));
  } else if (operator === 'index') {
    const back = pop(stack);
    stack.push(stack[stack.length - 1 - back] ?? 0);
  } else if (operator === 'roll') {
    const [shift, count] = [pop(stack), pop(stack)];
    if (count < 1 || count > stack.length) throw broken('a PostScript function has too few operands');
    const rolled = stack.splice(-count);
    const by = ((shift % count) + count) % count;
    stack.push(...rolled.slice(count - by), ...rolled.slice(0, count - by));
  } else throw broken(`a PostScript function has the unknown operator ${operator.slice(0, 20)}`);
}
