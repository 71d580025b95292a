import { kindOf } from '../elements/kinds.ts';
import { BUILT_IN_VARIABLES, type Values } from '../text/placeholders.ts';
import { definitionIn } from '../variables/properties.ts';
import type { CompiledTemplate } from './compile.ts';
import { orSample } from './pictures.ts';
import { build, withSamples } from './render.ts';

/** Number of layouts. Fewer leave much of the code uncompiled; more gain little. */
const ROUNDS = 120;
/** Number of lines of a value that is read line by line. */
const LINES = 10;
/** Maximum duration in ms. Certificates that arrive while it runs wait for it. */
const MAX_MS = 1000;

/** Rounds so far. Code stays compiled, so another template only needs its fonts. */
let done = 0;

/**
 * Lays out a template with generated values of the types that it accepts. Fonts are then loaded and code is compiled before certificates
 * need to be checked.
 */
export async function rehearseChecks(template: CompiledTemplate): Promise<void> {
  const values = withSamples(template, new Map(BUILT_IN_VARIABLES.map((name) => [name, name])));
  const byLine = linesIn(template);
  const end = performance.now() + MAX_MS;
  do await build(template, varied(template, values, byLine, done), { pictures: orSample() });
  while (++done < ROUNDS && performance.now() < end);
}

/** Returns the values, with texts slightly different in each round, because cached layouts would be reused. */
const varied = ({ design }: CompiledTemplate, values: Values, byLine: ReadonlySet<string>, round: number): Values =>
  new Map(
    [...values].map(([name, value]) => {
      const { type = 'text' } = definitionIn(design.variables, name);
      if (type !== 'text') return [name, value];
      if (!byLine.has(name)) return [name, `${value} ${round}`];
      const lines = value.includes('\n') ? value.split('\n') : Array.from({ length: LINES }, () => `${value}\t8\tA`);
      return [name, lines.map((line, index) => `${round} ${index} ${line}`).join('\n')];
    }),
  );

/** Returns the variables that are read line by line. */
const linesIn = ({ design }: CompiledTemplate): ReadonlySet<string> =>
  new Set(
    design.elements
      .flatMap((element) => kindOf(element).readingsOf(element))
      .flatMap((reading) => (reading.as === 'lines' ? reading.variables : [])),
  );
