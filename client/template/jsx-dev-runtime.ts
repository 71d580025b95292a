import { jsx } from './jsx-runtime.ts';

export { Fragment, type JSX } from './jsx-runtime.ts';
/** What development builds call; they pass where a tag is in the source, too. */
export const jsxDEV = jsx;
