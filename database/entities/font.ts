import { defineEntity, p } from '@mikro-orm/core';

/** A face of a font: its file in the storage is named by its digest. */
export interface StoredFace {
  weight: number;
  italic: boolean;
  /** As in “Bold Italic”. */
  style: string;
  /** SHA-256 (hex) of its file. */
  digest: string;
}

/** A font that an organisation has uploaded. The files of its faces are in the storage of files. */
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
    /** Who has confirmed the right to embed it: the name of the API key or the e-mail address of the person. */
    uploadedBy: p.text(),
    createdAt: p.datetime(3),
  },
});

/** Which version of a template keeps which font: such a font is never removed. */
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
