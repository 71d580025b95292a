import type { Design } from '../design/design.ts';
import { toRgba } from '../graphics/paint.ts';
import type { SceneElement } from '../scene/scene.ts';
import { layOutText } from '../text/lines/layout.ts';
import type { Values } from '../text/placeholders.ts';
import type { CompiledTemplate } from './compile.ts';
import { languageOf } from './language.ts';

/** The word for a test by language; `TEST` in all others. */
const WORDS: Readonly<Record<string, string>> = {
  ar: 'اختبار',
  bg: 'ТЕСТ',
  bn: 'পরীক্ষামূলক',
  el: 'ΔΟΚΙΜΗ',
  es: 'PRUEBA',
  fa: 'آزمایشی',
  he: 'בדיקה',
  hi: 'परीक्षण',
  hu: 'TESZT',
  id: 'UJI COBA',
  ja: 'テスト',
  ko: '테스트',
  pt: 'TESTE',
  ru: 'ТЕСТ',
  sr: 'ТЕСТ',
  th: 'ทดสอบ',
  uk: 'ТЕСТ',
  ur: 'آزمائش',
  vi: 'THỬ NGHIỆM',
  zh: '测试',
};
const OTHERS = 'TEST';

const FONT = { family: 'Noto Sans', weight: 700, italic: false };
const COLOR = toRgba('#b3261e');
const OPACITY = 0.28;
/** Parts of the page's diagonal that the word may take, and that its letters have as their size. */
const LENGTH = 0.8;
const SIZE = 0.22;

/** Marked templates by their words, so that their layers are cached as well. */
const marked = new WeakMap<CompiledTemplate, Map<string, CompiledTemplate>>();

/**
 * Returns a template whose certificates have a word for a test across the page. `language` is that of the certificate (BCP 47); null for
 * the one that its design or texts have.
 */
export function markedAsTest(template: CompiledTemplate, values: Values, language: string | null): CompiledTemplate {
  const { language: spoken } = new Intl.Locale(language ?? languageOf(template, values));
  const word = (Object.hasOwn(WORDS, spoken) && WORDS[spoken]) || OTHERS;
  const known = marked.get(template) ?? new Map<string, CompiledTemplate>();
  marked.set(template, known);
  const made = known.get(word) ?? { ...template, foreground: [markOf(word, template.design.page, spoken)] };
  known.set(word, made);
  return made;
}

/** Returns a word from the lower left of a page to its upper right. It is an artifact for assistive technology. */
function markOf(word: string, { width, height }: Design['page'], language: string): SceneElement {
  const diagonal = Math.hypot(width, height);
  const size = diagonal * SIZE;
  const area = { width: diagonal * LENGTH, height: size * 1.5 };
  const layout = layOutText(word, {
    ...area,
    ...{ font: FONT, size, minSize: size / 8, lineHeight: 1.2, letterSpacing: 0 },
    ...{ align: 'center', verticalAlign: 'middle', uppercase: false, language, oneLine: true },
  });
  const box = { ...area, x: (width - area.width) / 2, y: (height - area.height) / 2 };
  return {
    primitive: { kind: 'text', box, layout, color: COLOR },
    opacity: OPACITY,
    rotation: (-Math.atan2(height, width) * 180) / Math.PI,
    box,
    semantics: { role: 'artifact' },
    isVariable: false,
  };
}
