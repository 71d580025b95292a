/** Returns a stored design for editing and export, without the font files of its version. */
export function documentOf(json: string): Record<string, unknown> {
  const { fonts: _, ...document } = JSON.parse(json) as Record<string, unknown>;
  return document;
}
