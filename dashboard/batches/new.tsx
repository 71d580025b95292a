export function NewBatch() {
  return null;
}
