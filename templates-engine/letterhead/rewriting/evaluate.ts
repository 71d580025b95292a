import { broken } from '../reading/fault.ts';
import { decodeBytes } from '../reading/filters.ts';
import type { Raw, Source } from '../reading/source.ts';
import { type Evaluate, MAX_FUNCTION } from './functions.ts';
import { compilePostScript } from './post-script.ts';

const MAX_DEPTH = 8;

/** Converts a PDF function to a JavaScript function (ISO 32000-1, 7.10). An array of functions gives one output each. */
export function toEvaluate(source: Source, value: Raw, depth = 0): Evaluate {
  if (depth > MAX_DEPTH) throw broken('functions are nested too deeply');
  const parts = source.array(value);
  if (parts) {
    const all = parts.slice(0, 64).map((part) => toEvaluate(source, part, depth + 1));
    return (inputs) => all.flatMap((evaluate) => evaluate(inputs).slice(0, 1));
  }
  if (source.name(value) === 'Identity') return (inputs) => [...inputs];
  const dict = source.dict(value);
  const numbers = (key: string) => source.numbers(source.entry(dict, key));
  const [domain = [], range] = [numbers('Domain'), numbers('Range')];
  const evaluate = plain(source, value, depth);
  return (inputs) => {
    const outputs = evaluate(clamp(inputs, domain));
    return range ? clamp(outputs.slice(0, range.length / 2), range) : outputs;
  };
}

function plain(source: Source, value: Raw, depth: number): Evaluate {
  const [dict, stream] = [source.dict(value), source.stream(value)];
  const numbers = (key: string) => source.numbers(source.entry(dict, key));
  switch (source.number(source.entry(dict, 'FunctionType'))) {
    case 0:
      return sampled(source, value);
    case 2: {
      const [from, to] = [numbers('C0') ?? [0], numbers('C1') ?? [1]];
      const exponent = source.number(source.entry(dict, 'N')) ?? 1;
      return ([input = 0]) => from.map((start, index) => start + input ** exponent * ((to[index] ?? 0) - start));
    }
    case 3:
      return stitched(source, value, depth);
    case 4:
      if (stream) {
        const program = Buffer.from(decodeBytes(source, stream, MAX_FUNCTION)).toString('latin1');
        const [evaluate, outputs] = [compilePostScript(program), (numbers('Range') ?? []).length / 2];
        // The function can leave further values below its outputs on the stack.
        return (inputs) => evaluate(inputs).slice(-outputs);
      }
  }
  throw broken('a function has an unknown type');
}

function stitched(source: Source, value: Raw, depth: number): Evaluate {
  const dict = source.dict(value);
  const numbers = (key: string) => source.numbers(source.entry(dict, key)) ?? [];
  const [domain, bounds, encode] = [numbers('Domain'), numbers('Bounds'), numbers('Encode')];
  const parts = (source.array(source.entry(dict, 'Functions')) ?? []).slice(0, 1000);
  const functions = parts.map((part) => toEvaluate(source, part, depth + 1));
  return ([input = 0]) => {
    const found = bounds.findIndex((bound) => input < bound);
    const index = found < 0 ? functions.length - 1 : found;
    const [low, high] = [bounds[index - 1] ?? domain[0] ?? 0, bounds[index] ?? domain[1] ?? 1];
    const [start = 0, end = 1] = encode.slice(index * 2, index * 2 + 2);
    const share = high === low ? 0 : (input - low) / (high - low);
    return functions[index]?.([start + share * (end - start)]) ?? [];
  };
}

/** Returns a function that interpolates linearly between samples. */
function sampled(source: Source, value: Raw): Evaluate {
  const stream = source.stream(value);
  if (!stream) throw broken('a sampled function has no samples');
  const numbers = (key: string) => source.numbers(source.entry(stream.dict, key));
  const [size = [], domain = [], range = []] = [numbers('Size'), numbers('Domain'), numbers('Range')];
  const bits = source.number(source.entry(stream.dict, 'BitsPerSample')) ?? 8;
  const encode = numbers('Encode') ?? size.flatMap((count) => [0, count - 1]);
  const decodeTo = numbers('Decode') ?? range;
  const outputs = range.length / 2;
  if (![8, 16].includes(bits) || size.length > 8 || outputs < 1)
    throw broken('a sampled function has unsupported parameters');
  const data = Buffer.from(decodeBytes(source, stream, MAX_FUNCTION));
  const sample = (index: number): number => {
    const at = (index * bits) / 8;
    return at + bits / 8 > data.length ? 0 : data.readUIntBE(at, bits / 8) / (2 ** bits - 1);
  };
  return (inputs) => {
    const positions = size.map((count, index) => {
      const [low = 0, high = 1] = domain.slice(index * 2, index * 2 + 2);
      const [start = 0, end = 0] = encode.slice(index * 2, index * 2 + 2);
      const share = high === low ? 0 : ((inputs[index] ?? 0) - low) / (high - low);
      return Math.max(0, Math.min(count - 1, start + share * (end - start)));
    });
    const result = new Array<number>(outputs).fill(0);
    for (let corner = 0; corner < 1 << size.length; corner++) {
      let [weight, place, stride] = [1, 0, 1];
      for (const [index, position] of positions.entries()) {
        const below = Math.min(Math.floor(position), (size[index] ?? 1) - 1);
        const isUpper = ((corner >> index) & 1) === 1;
        weight *= isUpper ? position - below : 1 - (position - below);
        place += Math.min(below + (isUpper ? 1 : 0), (size[index] ?? 1) - 1) * stride;
        stride *= size[index] ?? 1;
      }
      if (weight === 0) continue;
      for (let output = 0; output < outputs; output++)
        result[output] = (result[output] ?? 0) + weight * sample(place * outputs + output);
    }
    return result.map((share, output) => {
      const [low = 0, high = 1] = decodeTo.slice(output * 2, output * 2 + 2);
      return low + share * (high - low);
    });
  };
}

const clamp = (values: readonly number[], limits: readonly number[]): number[] =>
  values.map((value, index) =>
    Math.min(limits[index * 2 + 1] ?? value, Math.max(limits[index * 2] ?? value, Number.isFinite(value) ? value : 0)),
  );
