export function BatchDetail() {
  return null;
}
