import type { Detail } from '../../errors/detail.ts';
import { detailsOfZod } from '../../errors/from-zod.ts';
import { variableIssues } from './check-variables.ts';
import { type Design, DesignDocument, detectedVariables, usedVariables } from './design.ts';
import { DesignError } from './design-error.ts';
import { pictureTypeIssues, pictureUseIssues, withPictureTypes } from './picture-variables.ts';
import { unstorableValues } from './unstorable-values.ts';

/** Checks the members of a new document, but not its images. Throws DesignError with every fault. */
export const checkDocument = (input: unknown): Design =>
  designOf(input, (design) => [...unstorableValues(design), ...pictureUseIssues(design)]);

/**
 * Reads a design created by parseDesign from its JSON. Checks that only apply to new documents are skipped, so older designs stay valid.
 */
export const readDesign = (json: string): Design => designOf(JSON.parse(json), () => []);

function designOf(input: unknown, newIssues: (design: Design) => Detail[]): Design {
  const parsed = DesignDocument.safeParse(input);
  if (!parsed.success) throw new DesignError(detailsOfZod(parsed.error, input));
  const design = withPictureTypes(parsed.data);
  const issues = [
    ...pictureTypeIssues(design),
    ...newIssues(design),
    ...variableIssues(design, detectedVariables(design), usedVariables(design)),
  ];
  if (issues.length > 0) throw new DesignError(issues);
  return design;
}
