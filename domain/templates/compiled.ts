import { type CompiledTemplate, compileTemplate, parseDesign } from '../../templates-engine/index.ts';

const KEPT = 50;
const compiled = new Map<string, Promise<CompiledTemplate>>();

/** The compiled form of a design, kept by its digest (hex): the least recently used of 50 goes first. */
export async function compiledTemplate(digest: string, loadDesign: () => Promise<string>): Promise<CompiledTemplate> {
  const known = compiled.get(digest);
  const template = known ?? loadDesign().then(async (json) => compileTemplate(await parseDesign(JSON.parse(json))));
  compiled.delete(digest);
  compiled.set(digest, template);
  if (!known) template.catch(() => compiled.delete(digest));
  const [oldest] = compiled.keys();
  if (compiled.size > KEPT && oldest !== undefined) compiled.delete(oldest);
  return template;
}
