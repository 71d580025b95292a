import { useEditor } from '../model/editor-context.ts';
import { type Unit, unitOf } from '../model/units.ts';

/** Returns the unit of lengths: the viewer's choice, which is kept in this browser, else that of the page. */
export function useUnit(): [unit: Unit, choose: (unit: Unit) => void] {
  const { view, draft } = useEditor();
  const { settings, setSettings } = view;
  return [settings.unit ?? unitOf(draft.page), (unit) => setSettings({ ...settings, unit })];
}
