import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { DesignElement, Item, Page } from './design.ts';
import type { CellPlace, TextSession } from './text-range.ts';

/** Interface of one kind of element. No other code distinguishes kinds. */
export interface ElementKind<Element extends DesignElement = DesignElement> {
  /** Ways to create an element, each with a toolbar button. */
  creators: readonly Creator<Element>[];
  /** Returns whether an element from elsewhere has what its preview and panel read. The server checks the rest. */
  isUsable(element: Readonly<Record<string, unknown>>): boolean;
  /** Returns its name, used as the heading of its panel. */
  titleOf(element: Element): string;
  /** Returns what distinguishes it from others of its kind in a list. Can be empty. */
  detailOf(element: Element): string;
  iconOf(element: Element): Icon;
  /** Returns its content with placeholders; empty if it has none. */
  contentOf(element: Element): string;
  /** Returns the variable that supplies its picture, or null. */
  pictureVariableOf?(element: Element): string | null;
  /** Returns a new element that shows a variable, or null if this kind cannot. */
  showVariable?(name: string, isPicture: boolean, page: Page): Element | null;
  /** Draws it in the browser until the server's picture arrives. */
  Preview: ComponentType<PreviewProps<Element>>;
  /** Edits its own properties. Position, size, rotation and opacity are common to all kinds. */
  Panel: ComponentType<{ item: Item<Element> }>;
  /** Editor of its text on the page, if it has one. */
  inline?: {
    /** Returns whether this element has it; by default all of the kind do. */
    isFor?(element: Element): boolean;
    /** True if a click on the selected element opens it. */
    opensOnClick?: boolean;
    lengthOf(element: Element, cell?: CellPlace): number;
    Editor: ComponentType<{ item: Item<Element>; session: TextSession }>;
    Bar: ComponentType<{ item: Item<Element>; session: TextSession }>;
    /** Returns the changed members of the element after an insertion into its text. */
    insert(element: Element, at: Pick<TextSession, 'range' | 'cell'>, inserted: string): Partial<Element>;
  };
  /** True if people read it, so that nothing readable should lie on it or leave the page. */
  isReadable?: boolean;
  /** True if only its painted area takes the pointer. The rest passes it to the elements below. */
  isHollow?: boolean;
  /** True if its picture is stretched while it is resized. */
  stretches?: boolean;
  /** Returns the point at which an unstretched picture is anchored while its box is resized, as fractions of the sides (0 to 1). */
  anchorOf?(element: Element): { x: number; y: number };
  /** Returns whether it is practically a horizontal line, so that only its ends have handles. */
  isFlat?(element: Element): boolean;
}

export interface PreviewProps<Element> {
  element: Element;
  /** Its content with placeholders filled in. */
  content: string;
}

interface Tool {
  label: string;
  /** Text on its button. The label contains it. */
  short: string;
  icon: Icon;
}

/** Creates an element with default properties in the middle of a page. */
interface PlainCreator<Element> extends Tool {
  create(page: Page): Element;
  /** Definitions of the variables that it shows, added for those that the design does not define yet. */
  variables?: VariableDefinitions;
}

/** Creates an element from a chosen or pasted file. */
export interface FileCreator<Element = DesignElement> extends Tool {
  /** Accepted media types. */
  accept: readonly string[];
  /** Returns whether it accepts a pasted file. */
  takes(file: File): boolean;
  /** Throws a LocalError if the file cannot be used. */
  createFrom(page: Page, file: File): Promise<Element>;
}

export type Creator<Element = DesignElement> = PlainCreator<Element> | FileCreator<Element>;
