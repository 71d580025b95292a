import { jsx } from './jsx-runtime.ts';

export { Fragment, type JSX } from './jsx-runtime.ts';
/** Called by development builds, which also pass the source position of a tag. */
export const jsxDEV = jsx;
