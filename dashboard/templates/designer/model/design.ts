import type { Design } from '../../../../templates-engine/design/design.ts';

export type { Design };
export type DesignElement = Design['elements'][number];
export type Page = Design['page'];
export type Background = NonNullable<Design['background']>;
export type Gradient = NonNullable<Background['gradient']>;
export type Achievement = NonNullable<Design['achievement']>;
export type Fit = NonNullable<Background['fit']>;
export type Condition = NonNullable<Design['elements'][number]['showIf']>;

export type ElementType = DesignElement['type'];
export type ElementOf<Type extends ElementType> = Extract<DesignElement, { type: Type }>;

/** Lengths in points from the page's top left corner. */
export type Box = Pick<DesignElement, 'x' | 'y' | 'width' | 'height'>;

/** Element with an id that is stable while it is edited. */
export type Item<Element extends DesignElement = DesignElement> = Element & { id: string };

/** Design that is being edited. */
export interface Draft extends Omit<Design, 'elements'> {
  elements: Item[];
}

const newId = (): string => crypto.randomUUID();

export const withId = (element: DesignElement): Item => ({ ...element, id: newId() });

export const toDraft = (design: Design): Draft => ({ ...design, elements: design.elements.map(withId) });

export const toElement = ({ id: _, ...element }: Item): DesignElement => element;
