import { z } from 'zod';
import { Form, fileOf } from './form-file.ts';

/** A form with one file part `logo`, as its bytes. */
export const LogoForm = Form.transform(async (form, context) => ({ logo: await fileOf(form, 'logo', context) }));

/** The same as the API document shows it. */
export const ShownLogoForm = z.object({ logo: z.string().meta({ format: 'binary' }) });
