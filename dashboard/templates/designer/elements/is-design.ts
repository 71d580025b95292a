import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { Design, DesignElement } from '../model/design.ts';
import { isElementType, kindOf } from './kinds.ts';

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const areNumbers = (...values: unknown[]): boolean => values.every((value) => Number.isFinite(value));

/** Returns whether an unknown value can be shown and edited as an element. The server checks the rest. */
export function isElement(value: unknown): value is DesignElement {
  if (!isRecord(value) || !areNumbers(value.x, value.y, value.width, value.height)) return false;
  const { type, showIf } = value;
  if (showIf !== undefined && !(isRecord(showIf) && typeof showIf.variable === 'string')) return false;
  return isElementType(type) && kindOf({ type }).isUsable(value);
}

export const areDefinitions = (value: unknown): value is VariableDefinitions =>
  isRecord(value) && Object.values(value).every(isRecord);

/** Returns whether an unknown value can be shown and edited as a design. */
export function isDesign(value: unknown): value is Design {
  if (!isRecord(value) || typeof value.name !== 'string' || typeof value.recipientNameVariable !== 'string')
    return false;
  const { page, elements, variables, language } = value;
  if (variables !== undefined && !areDefinitions(variables)) return false;
  if (isRecord(language) && typeof language.variable !== 'string') return false;
  if (!isRecord(page) || !areNumbers(page.width, page.height)) return false;
  return Array.isArray(elements) && elements.every(isElement);
}
