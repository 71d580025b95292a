export function DesignerScreen() {
  return null;
}
