/** Downloads a CSV. */
export const saveFile = (text: string, name: string): void =>
  saveBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name);

/** Downloads a file. */
export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has started by then, and the browser keeps the data.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
