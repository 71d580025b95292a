/** In the repository the type comes from the procedures. The build writes it out (build.ts). */
export type { AppRouter } from '../procedures/router.ts';
