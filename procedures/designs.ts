import { z } from 'zod';
import {
  DesignPicture,
  DesignPreview,
  DrawDesign,
  DrawnDesign,
  drawDesign,
  PreviewDesign,
  pictureDesign,
  previewDesign,
} from '../domain/rendering/preview.ts';
import { archiveDesign, restoreDesign } from '../domain/templates/archive.ts';
import { createDesign, duplicateDesign } from '../domain/templates/create.ts';
import { FontList, listFamilies } from '../domain/templates/list-fonts.ts';
import { getVersion, listVersions } from '../domain/templates/list-versions.ts';
import { publishDesign } from '../domain/templates/publish.ts';
import { getDesign, listDesigns } from '../domain/templates/read-designs.ts';
import { LetterheadPage, ReadLetterhead, readLetterhead } from '../domain/templates/read-letterhead.ts';
import { discardDraft, saveDraft } from '../domain/templates/save-draft.ts';
import {
  CreateDesign,
  Design,
  DesignId,
  DesignSummary,
  DiscardDraft,
  PublishDraft,
  Published,
  SaveDraft,
  SavedDraft,
  VersionDesign,
  VersionId,
  VersionList,
} from '../domain/templates/schemas.ts';
import { asPerson, idempotencyOf, NoInput, router } from './base.ts';

const Done = z.void();

/** Design of templates: drafts, versions and previews. For people; REST does not have these operations. */
export const designs = router({
  list: asPerson('templates:read')
    .input(NoInput)
    .output(z.object({ designs: z.array(DesignSummary) }))
    .query(({ ctx }) => listDesigns(ctx.domain)),

  get: asPerson('templates:read')
    .input(DesignId)
    .output(Design)
    .query(({ ctx, input }) => getDesign(ctx.domain, input)),

  create: asPerson('templates:write')
    .input(CreateDesign)
    .output(DesignId)
    .mutation(({ ctx, input }) => createDesign(ctx.domain, input)),

  duplicate: asPerson('templates:write')
    .input(DesignId)
    .output(DesignId)
    .mutation(({ ctx, input }) => duplicateDesign(ctx.domain, input)),

  saveDraft: asPerson('templates:write')
    .input(SaveDraft)
    .output(SavedDraft)
    .mutation(({ ctx, input }) => saveDraft(ctx.domain, input)),

  discardDraft: asPerson('templates:write')
    .input(DiscardDraft)
    .output(Done)
    .mutation(({ ctx, input }) => discardDraft(ctx.domain, input)),

  publish: asPerson('templates:write')
    .input(PublishDraft)
    .output(Published)
    .mutation(({ ctx, input }) => publishDesign({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, input)),

  versions: asPerson('templates:read')
    .input(DesignId)
    .output(VersionList)
    .query(({ ctx, input }) => listVersions(ctx.domain, input)),

  version: asPerson('templates:read')
    .input(VersionId)
    .output(VersionDesign)
    .query(({ ctx, input }) => getVersion(ctx.domain, input)),

  archive: asPerson('templates:write')
    .input(DesignId)
    .output(Done)
    .mutation(({ ctx, input }) => archiveDesign(ctx.domain, input)),

  restore: asPerson('templates:write')
    .input(DesignId)
    .output(Done)
    .mutation(({ ctx, input }) => restoreDesign(ctx.domain, input)),

  /** A mutation without effects, because a design with its pictures is too long for a URL. */
  preview: asPerson('templates:read')
    .input(PreviewDesign)
    .output(DesignPreview)
    .mutation(({ ctx, input }) => previewDesign(ctx.domain, input)),

  /** A mutation for the same reason. */
  draw: asPerson('templates:read')
    .input(DrawDesign)
    .output(DrawnDesign)
    .mutation(({ ctx, input }) => drawDesign(ctx.domain, input)),

  /** A mutation for the same reason. */
  letterhead: asPerson('templates:write')
    .input(ReadLetterhead)
    .output(LetterheadPage)
    .mutation(({ ctx, input }) => readLetterhead(ctx.domain, input)),

  picture: asPerson('templates:read')
    .input(DesignId)
    .output(DesignPicture)
    .query(({ ctx, input }) => pictureDesign(ctx.domain, input)),

  fonts: asPerson('templates:read')
    .input(NoInput)
    .output(FontList)
    .query(({ ctx }) => listFamilies(ctx.domain)),
});
