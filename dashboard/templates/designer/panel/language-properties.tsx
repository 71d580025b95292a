import { t } from '@lingui/core/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { LANGUAGES } from '../../../../templates-engine/design/properties.ts';
import { TEXT_LOCALE } from '../../../language/language.ts';
import { changeDesign } from '../model/edit.ts';
import { useEditor } from '../model/editor-context.ts';
import { nameError } from '../model/variables.ts';

const languageNames = new Intl.DisplayNames(TEXT_LOCALE, { type: 'language' });
const offered = LANGUAGES.map((value) => ({ value, label: nameOf(value) })).sort((a, b) =>
  a.label.localeCompare(b.label),
);

/** Returns a language's name, or the tag itself, as an imported design can have an invalid tag. */
function nameOf(language: string): string {
  try {
    return languageNames.of(language) ?? language;
  } catch {
    return language;
  }
}

/** Returns the languages to choose from, including the imported design's. The first option means no language. */
const languagesWith = (own: string, none: string): { value: string; label: string }[] => [
  { value: '', label: none },
  ...(own === '' || LANGUAGES.includes(own) ? [] : [{ value: own, label: nameOf(own) }]),
  ...offered,
];

/** Value of the option that sets the language by a variable. */
const BY_VARIABLE = 'variable';

/** Edits the language of the certificates: a fixed one, or the value of a variable. */
export function LanguageProperties() {
  const { draft, edit } = useEditor();
  const { language } = draft;
  const own = typeof language === 'string' ? language : '';
  const choose = (value: string) => {
    const chosen = value === BY_VARIABLE ? { variable: 'language', default: own || 'en' } : value || undefined;
    edit(changeDesign({ language: chosen }));
  };
  const [none, ...languages] = languagesWith(own, t`Detect automatically`);
  return (
    <>
      <NativeSelect
        size="xs"
        label={t`Language`}
        description={t`For dates, numbers and screen readers`}
        data={[...(none ? [none] : []), { value: BY_VARIABLE, label: t`Set by a variable` }, ...languages]}
        value={typeof language === 'object' ? BY_VARIABLE : own}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {typeof language === 'object' && (
        <>
          <TextInput
            size="xs"
            label={t`Variable that holds the language`}
            description={t`Its values are language codes, for example de or pt-BR`}
            error={nameError(language.variable)}
            value={language.variable}
            onChange={({ currentTarget: { value } }) =>
              edit(changeDesign({ language: { ...language, variable: value } }), 'language')
            }
          />
          <NativeSelect
            size="xs"
            label={t`Default language`}
            data={languagesWith(language.default ?? '', t`Detect automatically`)}
            value={language.default ?? ''}
            onChange={({ currentTarget: { value } }) =>
              edit(changeDesign({ language: { variable: language.variable, ...(value && { default: value }) } }))
            }
          />
        </>
      )}
    </>
  );
}
