import type { Samples } from '../../../../procedures/samples.ts';
import type { RestRoute } from '../../rest-router.ts';
import type { Operation } from '../parts.ts';
import { csharpSample } from './csharp.ts';
import { curlSample } from './curl.ts';
import { goSample } from './go.ts';
import { phpSample } from './php.ts';
import { pythonSample } from './python.ts';
import { sampleCall } from './sample-call.ts';
import { typescriptSample } from './typescript.ts';

const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: curlSample },
  { lang: 'TypeScript', label: 'TypeScript (laurel-client)', write: typescriptSample },
  { lang: 'Python', label: 'Python', write: pythonSample },
  { lang: 'Go', label: 'Go', write: goSample },
  { lang: 'PHP', label: 'PHP', write: phpSample },
  { lang: 'C#', label: 'C#', write: csharpSample },
];

/** Returns `x-codeSamples` of an operation, the extension that viewers of API documents show (Redocly). */
export function codeSamples(route: RestRoute, operation: Operation, samples: Samples) {
  const call = sampleCall(route, operation, samples);
  return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
}
