import type { Detail } from '../../errors/detail.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import { variableIssues } from './check-variables.ts';
import { type Design, DesignDocument, detectedVariables, usedVariables } from './design.ts';
import { DesignError } from './design-error.ts';
import { pictureTypeIssues, pictureUseIssues, withPictureTypes } from './picture-variables.ts';
import { MAX_ELEMENTS } from './properties.ts';
import { unstorableValues } from './unstorable-values.ts';

/**
 * Checks the members of a new document, but not its images. Throws DesignError with every fault. `fontIssues` returns faults of elements,
 * which can be invalid.
 */
export const checkDocument = (
  input: unknown,
  fontIssues: (elements: readonly unknown[]) => Detail[] = () => [],
): Design => designOf(input, (design) => [...unstorableValues(design), ...pictureUseIssues(design)], fontIssues);

/**
 * Reads a design created by parseDesign from its JSON. Checks that only apply to new documents are skipped, so older designs stay valid.
 */
export const readDesign = (json: string): Design =>
  designOf(
    JSON.parse(json),
    () => [],
    () => [],
  );

function designOf(
  input: unknown,
  newIssues: (design: Design) => Detail[],
  fontIssues: (elements: readonly unknown[]) => Detail[],
): Design {
  const parsed = DesignDocument.safeParse(input);
  if (!parsed.success) {
    const faults = detailsOfZod(parsed.error, input);
    const paths = new Set(faults.map(({ path }) => path));
    throw new DesignError([...faults, ...fontIssues(elementsIn(input)).filter(({ path }) => !paths.has(path))]);
  }
  const design = withPictureTypes(parsed.data);
  const issues = [
    ...pictureTypeIssues(design),
    ...newIssues(design),
    ...variableIssues(design, detectedVariables(design), usedVariables(design)),
    ...fontIssues(design.elements),
  ];
  if (issues.length > 0) throw new DesignError(issues);
  return design;
}

/** Returns the elements of a document that can be invalid. */
function elementsIn(input: unknown): readonly unknown[] {
  const { elements } = Object(input) as { elements?: unknown };
  return Array.isArray(elements) ? elements.slice(0, MAX_ELEMENTS) : [];
}
