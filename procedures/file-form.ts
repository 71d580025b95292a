import { z } from 'zod';
import { fault, issueOfPart, unknownMembers } from '../errors/from-zod.ts';

/** A form (multipart/form-data, RFC 7578). */
export const Form = z.instanceof(FormData, fault('wrong_content_type', { accepted: 'multipart/form-data' }));

/** Returns the bytes of the only file part with a name in a form. Adds an issue for none or several. */
export async function fileOf(form: FormData, name: string, context: z.RefinementCtx): Promise<Uint8Array> {
  const parts = form.getAll(name);
  const [file] = parts;
  if (parts.length === 1 && file instanceof Blob) return new Uint8Array(await file.arrayBuffer());
  const found = parts.length > 1 ? fault('several_files') : fault('required', { accepted: 'a file' });
  context.addIssue({ code: 'custom', path: [name], ...found });
  return z.NEVER;
}

/** Returns the schema of a form with one file part of this name, and no other parts. */
export const fileForm = <Name extends string>(name: Name) =>
  Form.transform(async (form, context) => {
    const file = await fileOf(form, name, context);
    const others = [...new Set(form.keys())].filter((other) => other !== name);
    if (others.length > 0) context.addIssue(issueOfPart([], unknownMembers(others, [name])));
    return { [name]: file } as Record<Name, Uint8Array>;
  });

/** Returns the schema of such a form for the API document. */
export const shownFileForm = (name: string) =>
  z.strictObject({ [name]: z.string().meta({ format: 'binary', description: 'The file, as a part of the form' }) });

/** Types of pictures that forms accept. They are detected from the content. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const;
