import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { VariableDefinitions } from '../../../../templates-engine/variables/properties.ts';
import type { DesignElement, Item, Page } from './design.ts';
import type { TextRange, TextSession } from './text-range.ts';

/** What the designer knows of one kind of element. No other code distinguishes kinds. */
export interface ElementKind<Element extends DesignElement = DesignElement> {
  /** The ways to create one, each a button of the toolbar. */
  creators: readonly Creator<Element>[];
  /** Whether an element from elsewhere has what its preview and its panel read; the platform checks the rest. */
  isUsable(element: Readonly<Record<string, unknown>>): boolean;
  /** Its name: the heading of its panel. */
  titleOf(element: Element): string;
  /** What distinguishes it from others of its kind in a list; may be empty. */
  detailOf(element: Element): string;
  iconOf(element: Element): Icon;
  /** Its content, placeholders included; empty where it has none. */
  contentOf(element: Element): string;
  /** The variable whose value names its picture; null where it has none. */
  pictureVariableOf?(element: Element): string | null;
  /** A new one that shows a variable, where this kind shows such. */
  showVariable?(name: string, isPicture: boolean, page: Page): Element | null;
  /** How the browser draws it until the platform has. */
  Preview: ComponentType<PreviewProps<Element>>;
  /** Its own properties; position, size, rotation and opacity are common to all. */
  Panel: ComponentType<{ item: Item<Element> }>;
  /** How its text is edited on the page, where it has one. */
  inline?: {
    lengthOf(element: Element): number;
    Editor: ComponentType<{ item: Item<Element>; session: TextSession }>;
    Bar: ComponentType<{ item: Item<Element>; session: TextSession }>;
    /** The members of the element after something was put into its text. */
    insert(element: Element, range: TextRange, inserted: string): Partial<Element>;
  };
  /** Whether only its painted area takes the pointer: the rest passes it to what lies below. */
  isHollow?: boolean;
  /** Whether its picture is stretched while it is resized. */
  stretches?: boolean;
  /** Where else its picture stays in its box while that is resized: 0 to 1 of its sides. */
  anchorOf?(element: Element): { x: number; y: number };
  /** Whether it is as good as a horizontal line: only its ends have handles. */
  isFlat?(element: Element): boolean;
}

export interface PreviewProps<Element> {
  element: Element;
  /** Its content as it is shown, its placeholders filled in. */
  content: string;
}

interface Tool {
  label: string;
  /** What its button shows; the label has it in it. */
  short: string;
  icon: Icon;
}

/** Creates an element with common properties in the middle of a page. */
interface PlainCreator<Element> extends Tool {
  create(page: Page): Element;
  /** What the design is to say of the variables that it shows, where it says nothing of them yet. */
  variables?: VariableDefinitions;
}

/** The same from a file, which is chosen or pasted. */
export interface FileCreator<Element = DesignElement> extends Tool {
  /** Media types to choose from. */
  accept: readonly string[];
  /** Whether a pasted file is for it. */
  takes(file: File): boolean;
  /** Throws a LocalError where the file can't be used. */
  createFrom(page: Page, file: File): Promise<Element>;
}

export type Creator<Element = DesignElement> = PlainCreator<Element> | FileCreator<Element>;
