import { safeFileName } from '../../../domain/shared/file-name.ts';

/** Downloads a design document as a file. */
export function downloadDesign(design: { name?: unknown }): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(design, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = safeFileName(typeof design.name === 'string' && design.name ? design.name : 'template', '.json');
  link.click();
  URL.revokeObjectURL(url);
}
