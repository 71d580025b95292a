import { z } from 'zod';

/** A form (multipart/form-data, RFC 7578) with one file part `logo`, as its bytes. */
export const LogoForm = z
  .instanceof(FormData, { error: 'must be multipart/form-data' })
  .transform(async (form, context) => {
    const parts = form.getAll('logo');
    const [logo] = parts;
    if (parts.length === 1 && logo instanceof Blob) return { logo: new Uint8Array(await logo.arrayBuffer()) };
    const message = parts.length > 1 ? 'must be one file part, got several' : 'must be a file part of the form';
    context.addIssue({ code: 'custom', path: ['logo'], message });
    return z.NEVER;
  });

/** The same as the API document shows it. */
export const ShownLogoForm = z.object({ logo: z.string().meta({ format: 'binary' }) });
