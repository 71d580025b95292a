import { t } from '@lingui/core/macro';
import { IconPhoto, IconUser } from '@tabler/icons-react';
import { IMAGE_TYPES } from '../../../../../templates-engine/elements/shared/properties.ts';
import { type Picture, readPicture } from '../../controls/read-picture.ts';
import type { ElementOf, Page } from '../../model/design.ts';
import type { ElementKind } from '../../model/element-kind.ts';
import { inMiddle } from '../../model/new-design.ts';
import { boundVariable, PORTRAIT } from './bound.ts';
import { ImagePanel } from './panel.tsx';
import { ImagePreview } from './preview.tsx';

export const image: ElementKind<ElementOf<'image'>> = {
  creators: [
    {
      label: t`Add image`,
      short: t`Image`,
      icon: IconPhoto,
      accept: IMAGE_TYPES,
      takes: ({ type }) => type.startsWith('image/'),
      createFrom: async (page, file) => newImage(page, await readPicture(file)),
    },
    {
      label: t`Add recipient photo`,
      short: t`Photo`,
      icon: IconUser,
      create: (page) => newPortrait(page, PORTRAIT),
    },
  ],
  isUsable: () => true,
  titleOf: ({ src }) => (boundVariable(src) === null ? t`Image` : t`Recipient photo`),
  detailOf: ({ src, alt }) => boundVariable(src) ?? alt ?? '',
  iconOf: () => IconPhoto,
  contentOf: ({ src, alt = '' }) => (boundVariable(src) === null ? alt : `${src}${alt}`),
  pictureVariableOf: ({ src }) => boundVariable(src),
  Preview: ImagePreview,
  showVariable: (name, isPicture, page) => (isPicture ? newPortrait(page, `{{${name}}}`) : null),
  stretches: true,
  Panel: ImagePanel,
};

const newPortrait = (page: Page, src: string): ElementOf<'image'> => ({
  type: 'image',
  ...inMiddle(page, 90, 120),
  src,
  fit: 'cover',
});

/** Returns an image that covers at most a third of the page in either direction. */
function newImage(page: Page, { src, width, height }: Picture): ElementOf<'image'> {
  const scale = Math.min(1, page.width / 3 / width, page.height / 3 / height);
  return { type: 'image', ...inMiddle(page, width * scale, height * scale), src };
}
