import type { DomainContext } from '../context.ts';
import { canonicalJson, sha256 } from '../shared/crypto.ts';
import { parseDocument } from './parse-document.ts';
import { selectOwnTemplates } from './queries.ts';

/**
 * Returns the organisation's published template with the name of a design document; null without one. A template with the same design comes
 * before others of the name. VALIDATION_ERROR names the document's faults.
 */
export async function findTemplateByName(
  context: DomainContext,
  document: unknown,
): Promise<{ id: string; hasSameDesign: boolean } | null> {
  const { design } = await parseDocument(context, document);
  const digest = sha256(canonicalJson(design));
  const rows = await selectOwnTemplates(context)
    .where('t.name', '=', design.name)
    .where('t.archivedAt', 'is', null)
    .orderBy('id', 'desc')
    .execute();
  const same = rows.find((row) => row.digest !== null && digest.equals(row.digest));
  const [found] = same ? [same] : rows;
  return found ? { id: found.id, hasSameDesign: same !== undefined } : null;
}
