export { type Design, type DesignDocument, detectedVariables } from './design/design.ts';
export { DesignError } from './design/design-error.ts';
export { draftIssues } from './design/draft-issues.ts';
export { EMAIL_PATTERNS, email as designEmail, withEmailPlaceholders } from './design/email.ts';
export { designJsonSchema } from './design/json-schema.ts';
export { MAX_ELEMENTS, MAX_LENGTHS, MAX_TAGS, MAX_VARIABLES } from './design/properties.ts';
export { readDesign } from './design/read-design.ts';
export { changedTags, distinctTags, tag, tags } from './design/tags.ts';
export { unstorableValues } from './design/unstorable-values.ts';
export { type ReadFont, readFont } from './font-files/read-font.ts';
export { fontFamilies, fontFile, nearestFace } from './fonts/catalogue.ts';
export { type FetchFont, familyKey, fetchingFonts, type OwnFace } from './fonts/own-fonts.ts';
export { makeLogo } from './images/make-logo.ts';
export { makePicture, type Picture } from './images/make-picture.ts';
export { smallPicture } from './images/small-picture.ts';
export { givenLanguage, type LanguageMember } from './language/given-language.ts';
export { isLanguage } from './language/tags.ts';
export { LETTERHEAD_PATH } from './letterhead/reading/fault.ts';
export { drawFirstPage } from './originals/draw-first-page.ts';
export type { PdfInfo, RenderedPdf } from './pdf/document.ts';
export { PrintFile } from './print/print-file.ts';
export { readPrintPages } from './print/print-pages.ts';
export type { PrintPages } from './print/read-pages.ts';
export { RenderError, type RenderProblem, type RenderWarning } from './scene/render-error.ts';
export { type CompiledTemplate, compileTemplate, compileTexts, isCheckedApart } from './template/compile.ts';
export { lightCodesOf, parseDesign, parseWithWarnings } from './template/parse-design.ts';
export type { GivenPicture, GivenPictures } from './template/pictures.ts';
export {
  type CheckedValues,
  checkAllValues,
  checkValues,
  renderPdf,
  renderPng,
  renderPreview,
  renderThumbnail,
} from './template/render.ts';
export { type DrawnPart, renderElements, type WantedParts } from './template/render-elements.ts';
export { markedAsTest } from './template/test-mark.ts';
export { takeLetterhead } from './template/with-letterhead.ts';
export { withoutFaulty } from './template/without-faulty.ts';
export { fillPlaceholders } from './text/placeholders.ts';
export { valueFaults } from './variables/check-value.ts';
export { completeValues, detailsOf, type VariableDetails } from './variables/details.ts';
export { FORMAT_NAMES, VARIABLE_TYPES } from './variables/properties.ts';
