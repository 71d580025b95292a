/** A stored design as people work on it and move it elsewhere: without the files of fonts that its version keeps. */
export function documentOf(json: string): Record<string, unknown> {
  const { fonts: _, ...document } = JSON.parse(json) as Record<string, unknown>;
  return document;
}
