interface Issue {
  path: string;
}

/** Members that are read of an invalid document. Any of them can have any type. */
interface Loose {
  elements?: unknown;
  page?: unknown;
  recipientNameVariable?: unknown;
  variables?: unknown;
}

/**
 * Replaces the elements that issues name with invisible texts, so that the others can be drawn. Returns null if something else is at fault.
 * The texts use every described variable, because a document cannot describe unused ones.
 */
export function withoutFaulty(
  input: unknown,
  issues: readonly Issue[],
): { document: unknown; faulty: number[] } | null {
  const faulty = issues.map(({ path }) => Number(/^elements\[(\d+)\]/.exec(path)?.[1] ?? Number.NaN));
  if (issues.length === 0 || faulty.some(Number.isNaN)) return null;
  const { elements, page, recipientNameVariable, variables } = input as Loose;
  if (!Array.isArray(elements) || typeof page !== 'object' || page === null) return null;
  const described: [string, { type?: unknown }][] = Object.entries(
    typeof variables === 'object' ? (variables ?? {}) : {},
  );
  const right = elements.filter((_, at) => !faulty.includes(at));
  // Texts cannot use pictures, so picture variables that only faulty elements use are dropped.
  const used = described.filter(([name, { type }]) => type !== 'picture' || right.some((one) => isShownBy(one, name)));
  const names = used.flatMap(([name, { type }]) => (type === 'picture' ? [] : [name]));
  const text = [recipientNameVariable, ...names].map((name) => `{{${name}}}`).join('');
  const placeholder = { ...page, type: 'text', x: 0, y: 0, opacity: 0, text, font: 'Inter', size: 1, bleed: undefined };
  return {
    document: {
      ...(input as object),
      ...(variables !== undefined && { variables: Object.fromEntries(used) }),
      elements: elements.map((one, at) => (faulty.includes(at) ? placeholder : one)),
    },
    faulty: [...new Set(faulty)],
  };
}

const isShownBy = (element: unknown, name: string): boolean => JSON.stringify(element).includes(`"src":"{{${name}}}"`);
