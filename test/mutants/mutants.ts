import { ADDRESSES } from './addresses.ts';
import { DATABASE } from './database.ts';
import { DOMAIN } from './domain.ts';
import { ENGINE } from './engine.ts';
import { KEYS } from './keys.ts';
import { LIFE } from './life.ts';
import { LINES } from './lines.ts';
import { LOG } from './log.ts';
import type { Mutant } from './mutant.ts';
import { SERVER } from './server.ts';
import { VARIABLES } from './variables.ts';
import { VERIFIER } from './verifier.ts';

/** All mutants, by the part of the product that they break. */
export const MUTANTS: readonly Mutant[] = [
  ...ADDRESSES,
  ...DATABASE,
  ...DOMAIN,
  ...ENGINE,
  ...KEYS,
  ...LIFE,
  ...LINES,
  ...LOG,
  ...SERVER,
  ...VARIABLES,
  ...VERIFIER,
];
