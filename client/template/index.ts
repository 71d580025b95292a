export { Each, Image, Markup, Page, Qr, type Row, Shape, Text } from './components.ts';
export { defineTemplate, type Placeholders, type Template, type TemplateOptions } from './define-template.ts';
export type { MarkupAttributes } from './markup.ts';
export type { TemplateElement, TemplateNode } from './nodes.ts';
export { type Condition, type Placeholder, when } from './placeholders.ts';
export type { RunStyle } from './runs.ts';
export type { Values, VariableDefinition, Variables } from './values.ts';
