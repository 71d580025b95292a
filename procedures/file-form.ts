import { z } from 'zod';
import { fault } from '../errors/from-zod.ts';

/** A form (multipart/form-data, RFC 7578) as such. */
export const Form = z.instanceof(FormData, fault('wrong_content_type', { accepted: 'multipart/form-data' }));

/** The one file part of a name in a form, as its bytes; an issue for none or several. */
export async function fileOf(form: FormData, name: string, context: z.RefinementCtx): Promise<Uint8Array> {
  const parts = form.getAll(name);
  const [file] = parts;
  if (parts.length === 1 && file instanceof Blob) return new Uint8Array(await file.arrayBuffer());
  const found = parts.length > 1 ? fault('several_files') : fault('required', { accepted: 'a file' });
  context.addIssue({ code: 'custom', path: [name], ...found });
  return z.NEVER;
}

/** A form with one file part of this name, as its bytes. */
export const fileForm = <Name extends string>(name: Name) =>
  Form.transform(async (form, context) => ({ [name]: await fileOf(form, name, context) }) as Record<Name, Uint8Array>);

/** The same as the API document shows it. */
export const shownFileForm = (name: string) =>
  z.object({ [name]: z.string().meta({ format: 'binary', description: 'The file, as a part of the form' }) });
