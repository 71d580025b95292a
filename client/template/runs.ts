import { type DesignElement, describe, flatten, type TagNode, type TemplateNode } from './nodes.ts';

type Runs = Extract<Extract<DesignElement, { type: 'text' }>['text'], readonly unknown[]>;
type Run = Runs[number];
type StyledRun = Exclude<Run, string>;

/** Style of a part of a text, if it differs from the element's. `link` is a URL. */
export type RunStyle = { [Member in Exclude<keyof StyledRun, 'text'>]?: StyledRun[Member] | undefined };

const MEMBERS = [
  'font',
  'weight',
  'italic',
  'size',
  'color',
  'underline',
  'letterSpacing',
  'link',
] as const satisfies readonly (keyof RunStyle)[];
const STYLES: Readonly<Record<string, RunStyle>> = {
  b: { weight: 700 },
  strong: { weight: 700 },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  span: {},
  a: {},
};

/** Returns a text element's `text`: a string if all children have the same style, otherwise runs. */
export function textOf(children: TemplateNode): string | Run[] {
  const runs = [...runsOf(children, {})];
  const merged: { text: string; style: RunStyle }[] = [];
  for (const { text, style } of runs) {
    const last = merged.at(-1);
    if (last && isSame(last.style, style)) last.text += text;
    else merged.push({ text, style });
  }
  if (merged.every(({ style }) => Object.keys(style).length === 0)) return merged.map(({ text }) => text).join('');
  return merged.map(({ text, style }) => (Object.keys(style).length === 0 ? text : { text, ...style }) as Run);
}

function* runsOf(children: TemplateNode, style: RunStyle): Generator<{ text: string; style: RunStyle }> {
  for (const node of flatten(children)) {
    if (typeof node === 'string') yield { text: node, style };
    else if (node.kind === 'tag' && node.tag === 'br') yield { text: '\n', style };
    else if (node.kind === 'tag' && Object.hasOwn(STYLES, node.tag))
      yield* runsOf(node.props.children as TemplateNode, { ...style, ...styleOf(node) });
    else throw new TypeError(`<Text> takes text, <b>, <i>, <u>, <a>, <span> and <br>, got ${describe(node)}`);
  }
}

function styleOf({ tag, props }: TagNode): RunStyle {
  const style: Record<string, unknown> = { ...STYLES[tag] };
  for (const [name, value] of Object.entries(props)) {
    if (name === 'children' || value === undefined) continue;
    const member = tag === 'a' && name === 'href' ? 'link' : MEMBERS.find((known) => known === name);
    if (!member) throw new TypeError(`<${tag}> in a <Text> takes ${MEMBERS.join(', ')}, got ${name}`);
    style[member] = value;
  }
  return style as RunStyle;
}

const isSame = (one: RunStyle, other: RunStyle): boolean => MEMBERS.every((member) => one[member] === other[member]);
