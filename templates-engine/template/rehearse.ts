import { kindOf } from '../elements/kinds.ts';
import { BUILT_IN_VARIABLES, type Values } from '../text/placeholders.ts';
import { definitionIn } from '../variables/properties.ts';
import type { CompiledTemplate } from './compile.ts';
import { orSample } from './pictures.ts';
import { build, withSamples } from './render.ts';

/** Fewer leave much of the code uncompiled; more gain little. */
const ROUNDS = 120;
/** Of a value that is read line by line. */
const LINES = 10;
/** Certificates that come meanwhile wait as long. */
const MAX_MS = 1000;

/** Of the rounds so far: code stays compiled, so that another template needs its fonts alone. */
let done = 0;

/**
 * Lays a template out with made-up values of the kinds that it takes, so that fonts are loaded and code is compiled by the
 * time that certificates wait for their check.
 */
export async function rehearseChecks(template: CompiledTemplate): Promise<void> {
  const values = withSamples(template, new Map(BUILT_IN_VARIABLES.map((name) => [name, name])));
  const byLine = linesIn(template);
  const end = performance.now() + MAX_MS;
  do await build(template, varied(template, values, byLine, done), { pictures: orSample() });
  while (++done < ROUNDS && performance.now() < end);
}

/** The values, texts among them a little different in each round: what is known already is not laid out again. */
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

/** The variables that are read line by line. */
const linesIn = ({ design }: CompiledTemplate): ReadonlySet<string> =>
  new Set(
    design.elements
      .flatMap((element) => kindOf(element).readingsOf(element))
      .flatMap((reading) => (reading.as === 'lines' ? reading.variables : [])),
  );
