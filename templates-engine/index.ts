export { type Design, detectedVariables, readDesign } from './design/design.ts';
export { DesignError } from './design/design-error.ts';
export { type EmailContent, renderEmail } from './email/email.ts';
export { type Notice, renderNotice } from './email/notice.ts';
export { fontFamilies, fontFile } from './fonts/catalogue.ts';
export { makeLogo } from './images/make-logo.ts';
export type { PdfInfo, RenderedPdf } from './pdf/document.ts';
export { RenderError, type RenderProblem } from './scene/render-error.ts';
export { type CompiledTemplate, type CompiledTexts, compileTemplate, compileTexts } from './template/compile.ts';
export { parseDesign } from './template/parse-design.ts';
export {
  checkAllValues,
  checkValues,
  renderPdf,
  renderPng,
  renderPreview,
  renderThumbnail,
} from './template/render.ts';
export { escapeMarkup } from './text/markup.ts';
export { fillPlaceholders, placeholdersOf } from './text/placeholders.ts';
