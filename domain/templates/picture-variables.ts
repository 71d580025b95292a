import { pictureVariables, readDesign } from '../../templates-engine/index.ts';
import { keptByDigest } from './compiled.ts';

/** The variables of a published design whose values name pictures. */
export const pictureVariablesOf = keptByDigest(async (json) => pictureVariables(readDesign(json)));
