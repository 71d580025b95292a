import { PreviewTemplate, previewTemplate, TemplatePreview } from '../domain/rendering/preview.ts';
import { createTemplate, publishTemplate } from '../domain/templates/publish-from-code.ts';
import { getTemplate, listTemplates } from '../domain/templates/read.ts';
import {
  CreateTemplate,
  ListTemplates,
  PublishedTemplate,
  PublishTemplate,
  Template,
  TemplateId,
  TemplateList,
} from '../domain/templates/schemas.ts';
import { asPerson, idempotencyOf, router, withScope } from './base.ts';

export const templates = router({
  list: withScope('templates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/templates',
        summary: 'List templates',
        description: "The organisation's own templates and the public ones, newest first; in pages if `limit` is set.",
        tags: ['Templates'],
      },
      example: ({ template }) => ({ response: { templates: [template], nextCursor: null } }),
    })
    .input(ListTemplates)
    .output(TemplateList)
    .query(({ ctx, input }) => listTemplates(ctx.domain, input)),

  get: withScope('templates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/templates/{id}',
        summary: 'Get a template',
        description: 'One template with the names of its variables.',
        tags: ['Templates'],
      },
      example: ({ template }) => ({ response: template }),
    })
    .input(TemplateId)
    .output(Template)
    .query(({ ctx, input }) => getTemplate(ctx.domain, input)),

  create: withScope('templates:write', { takesKey: true })
    .meta({
      openapi: {
        method: 'POST',
        path: '/templates',
        summary: 'Create a template',
        description: 'Publishes a design document as a new private template, with version 1.',
        tags: ['Templates'],
      },
      status: 201,
      bodyIs: 'design',
      errors: ['limit_reached', 'font_removed'],
      example: ({ template, design }) => ({
        request: design,
        response: { ...template, timesUsed: 0, version: 1, warnings: [] },
      }),
    })
    .input(CreateTemplate)
    .output(PublishedTemplate)
    .mutation(({ ctx, input }) => createTemplate({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, input)),

  publish: withScope('templates:write', { takesKey: true })
    .meta({
      openapi: {
        method: 'PUT',
        path: '/templates/{id}',
        summary: 'Publish a new version of a template',
        description:
          'Publishes a design document as the next version, from which certificates are issued from now on. Certificates requested earlier keep their version.',
        tags: ['Templates'],
      },
      bodyIs: 'design',
      errors: ['template_archived', 'limit_reached', 'font_removed'],
      example: ({ template, design }) => ({ request: design, response: { ...template, version: 2, warnings: [] } }),
    })
    .input(PublishTemplate)
    .output(PublishedTemplate)
    .mutation(({ ctx, input }) => publishTemplate({ ...ctx.domain, idempotency: idempotencyOf(ctx, {}) }, input)),

  preview: asPerson('templates:read')
    .input(PreviewTemplate)
    .output(TemplatePreview)
    .query(({ ctx, input }) => previewTemplate(ctx.domain, input)),
});
