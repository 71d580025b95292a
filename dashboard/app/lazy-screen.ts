import { lazyRouteComponent } from '@tanstack/react-router';

/**
 * A screen that is loaded when it is first opened. Where its code is gone, the page is loaded anew, as the server has a
 * newer dashboard; without a connection that would leave nothing, so then the screen says what is wrong.
 */
export function lazyScreen<Module extends Record<string, unknown>, Name extends keyof Module & string>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : new Error('the screen was not loaded');
      }),
    name,
  );
}
