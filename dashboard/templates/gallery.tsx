export function Templates() {
  return null;
}
