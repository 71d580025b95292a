export function Issue() {
  return null;
}
