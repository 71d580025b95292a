import { z } from 'zod';

/** A form (multipart/form-data, RFC 7578) with one file part of this name, as its bytes. */
export const fileForm = <Name extends string>(name: Name) =>
  z.instanceof(FormData, { error: 'must be multipart/form-data' }).transform(async (form, context) => {
    const parts = form.getAll(name);
    const [file] = parts;
    if (parts.length === 1 && file instanceof Blob)
      return { [name]: new Uint8Array(await file.arrayBuffer()) } as Record<Name, Uint8Array>;
    const message = parts.length > 1 ? 'must be one file part, got several' : 'must be a file part of the form';
    context.addIssue({ code: 'custom', path: [name], message });
    return z.NEVER;
  });

/** The same as the API document shows it. */
export const shownFileForm = (name: string) => z.object({ [name]: z.string().meta({ format: 'binary' }) });
