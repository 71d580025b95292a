import { t } from '@lingui/core/macro';
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { LANGUAGES } from '../../domain/limits.ts';
import { LANGUAGE } from './language.ts';

interface LanguageSelectProps extends Pick<NativeSelectProps, 'label' | 'w'> {
  onChoose: (language: (typeof LANGUAGES)[number]) => void;
  isBusy?: boolean;
}

/** Select of the page's language. Each language has its own name, so that its speakers find it. */
export function LanguageSelect({ onChoose, isBusy = false, ...props }: LanguageSelectProps) {
  return (
    <NativeSelect
      aria-label={t`Language`}
      {...props}
      disabled={isBusy}
      value={LANGUAGE}
      data={LANGUAGES.map((language) => ({ value: language, label: nameOf(language) }))}
      onChange={({ currentTarget: { value } }) => {
        const chosen = LANGUAGES.find((language) => language === value);
        if (chosen) onChoose(chosen);
      }}
    />
  );
}

/** Returns a language's name in that language, for example “Français”. */
function nameOf(language: string): string {
  const name = new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}
