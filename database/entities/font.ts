import { defineEntity, p } from '@mikro-orm/core';

/** A face of a font. Its file in the storage is named by its digest. */
export interface StoredFace {
  weight: number;
  italic: boolean;
  /** Style such as “Bold Italic”. */
  style: string;
  /** SHA-256 (hex) of the file. */
  digest: string;
}

/** An uploaded font of an organisation. The files of its faces are in the file storage. */
export const FontSchema = defineEntity({
  name: 'Font',
  tableName: 'fonts',
  properties: {
    organisationId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** SHA-256 of the uploaded file. */
    digest: p.uint8array().columnType('bytea'),
    family: p.text(),
    faces: p.json<StoredFace[]>().columnType('jsonb'),
    /** Bytes of the faces' files. */
    size: p.integer(),
    /** Name of the API key or e-mail address of the person who confirmed the right to embed the font. */
    uploadedBy: p.text(),
    createdAt: p.datetime(3),
  },
});

/** A font used by a template version. Such fonts are never removed. */
export const TemplateFontSchema = defineEntity({
  name: 'TemplateFont',
  tableName: 'template_fonts',
  properties: {
    organisationId: p.uuid().primary(),
    fontId: p.uuid().primary(),
    templateId: p.uuid().primary(),
    version: p.integer().primary(),
  },
});
