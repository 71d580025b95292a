import { PreviewTemplate, previewTemplate, TemplatePreview } from '../domain/rendering/preview.ts';
import { getTemplate, listTemplates } from '../domain/templates/read.ts';
import { Template, TemplateId, TemplateList } from '../domain/templates/schemas.ts';
import { asPerson, NoInput, router, withScope } from './base.ts';

export const templates = router({
  list: withScope('templates:read')
    .meta({
      openapi: {
        method: 'GET',
        path: '/templates',
        summary: 'List templates',
        description: "The organisation's own templates and the public ones, newest first.",
        tags: ['Templates'],
      },
      example: ({ template }) => ({ response: { templates: [template] } }),
    })
    .input(NoInput)
    .output(TemplateList)
    .query(({ ctx }) => listTemplates(ctx.domain)),

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

  preview: asPerson('templates:read')
    .input(PreviewTemplate)
    .output(TemplatePreview)
    .query(({ ctx, input }) => previewTemplate(ctx.domain, input)),
});
