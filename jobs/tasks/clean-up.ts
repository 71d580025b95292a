import type { Services } from '../../domain/context.ts';
import { cleanUp } from '../../domain/maintenance/clean-up.ts';
import { task } from '../task.ts';

export const cleanUpTask = (services: Services) => task<'clean-up'>(services, { run: cleanUp, attempts: 1 });
