import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * Returns a screen that loads when it is first opened. If its code is gone, the server has a newer dashboard and the page reloads. Without
 * a connection a reload would leave a blank page, so the screen shows an error instead.
 */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new Error('screen could not be loaded');
      }),
    name,
  );
}
