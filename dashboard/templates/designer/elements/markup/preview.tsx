import type { ElementOf } from '../../model/design.ts';
import type { PreviewProps } from '../../model/element-kind.ts';

/** Shows the texts until the server's picture shows their layout. */
export function MarkupPreview({ content }: PreviewProps<ElementOf<'markup'>>) {
  return (
    <div
      dir="auto"
      style={{
        width: '100%',
        height: '100%',
        overflow: 'hidden',
        fontSize: 12,
        lineHeight: 1.4,
        outline: '1px dashed #adb5bd',
      }}
    >
      {content}
    </div>
  );
}
