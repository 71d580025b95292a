import { registerHooks } from 'node:module';

// Modules of the dashboard run here without its build, which replaces Lingui's macros. Their messages are then English.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@lingui/core/macro'
      ? { url: new URL('english-messages.ts', import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
});
