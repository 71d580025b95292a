import { childrenOf, type Node } from '../tree/tree.ts';
import { cssOfNode } from './css.ts';

const INLINE = ['span', 'strong', 'b', 'em', 'i', 'u', 'small', 'big', 'a'];
const BOLD = ['strong', 'b', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'];

/** Shows a part of a tree without editing it. */
export function Still({ node }: { node: Node }) {
  if (typeof node === 'string') return <span>{node}</span>;
  if (node.type === 'br') return <br />;
  const style = {
    ...(BOLD.includes(node.type) && { fontWeight: 700 }),
    ...(['em', 'i'].includes(node.type) && { fontStyle: 'italic' }),
    ...cssOfNode(node),
  };
  const inside = <Stills nodes={childrenOf(node)} />;
  return INLINE.includes(node.type) ? <span style={style}>{inside}</span> : <div style={style}>{inside}</div>;
}

export const Stills = ({ nodes }: { nodes: readonly Node[] }) =>
  nodes.map((node, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts are identified by position only
    <Still key={at} node={node} />
  ));
