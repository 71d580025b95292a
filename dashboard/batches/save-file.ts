/** Downloads a CSV. */
export function saveFile(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then, and the browser keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
