import type { CheckRequest } from '../../../domain/context.ts';
import type { RenderProblem } from '../../../templates-engine/index.ts';
import type { Tasks } from './messages.ts';
import { RenderingFailure, type Task } from './render-process.ts';

/** Certificates of a batch that are checked by one task: some tens of milliseconds, so that others' certificates get their turn. */
const CHUNK = 20;

type Check = Task & { name: 'checkValues'; input: Tasks['checkValues']['input'] };

/** Checks values in parallel, a few certificates a task. What takes too long or too much memory is a problem of the design. */
export async function checkInChunks(
  { digest, values, design }: CheckRequest,
  run: (task: Check) => Promise<RenderProblem[][]>,
): Promise<RenderProblem[][]> {
  const starts = Array.from({ length: Math.ceil(values.length / CHUNK) }, (_, index) => index * CHUNK);
  const checked = await Promise.all(
    starts.map((start) => {
      const chunk = values.slice(start, start + CHUNK);
      return run({ name: 'checkValues', input: { digest, values: chunk }, design }).catch((error: unknown) => {
        if (!(error instanceof RenderingFailure)) throw error;
        const { message } = error;
        return chunk.map((): RenderProblem[] => [{ variable: null, element: 0, kind: 'too-costly', message }]);
      });
    }),
  );
  return checked.flat();
}
