import { plural } from '@lingui/core/macro';

/** Number of certificates. `isMore`: there are more than this number. */
export interface Size {
  count: number;
  isMore: boolean;
}

/** Texts about a number of certificates, of which only the least may be known. */
export const SIZE_TEXTS = {
  listed: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'more than # certificate', other: 'more than # certificates' })
      : plural(count, { one: '# certificate', other: '# certificates' }),
  selected: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'more than # certificate selected', other: 'more than # certificates selected' })
      : plural(count, { one: '# selected', other: '# selected' }),
  selectAll: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'Select all more than # certificate', other: 'Select all more than # certificates' })
      : plural(count, { one: 'Select all # certificate', other: 'Select all # certificates' }),
  askToEmail: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'E-mail more than # certificate?', other: 'E-mail more than # certificates?' })
      : plural(count, { one: 'E-mail # certificate?', other: 'E-mail # certificates?' }),
  changeTags: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, {
          one: 'Change the tags of more than # certificate',
          other: 'Change the tags of more than # certificates',
        })
      : plural(count, { one: 'Change the tags of # certificate', other: 'Change the tags of # certificates' }),
  askToRenew: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'Renew more than # certificate?', other: 'Renew more than # certificates?' })
      : plural(count, { one: 'Renew # certificate?', other: 'Renew # certificates?' }),
  renew: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'Renew more than # certificate', other: 'Renew more than # certificates' })
      : plural(count, { one: 'Renew # certificate', other: 'Renew # certificates' }),
  askToChangeExpiry: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, {
          one: 'Change the expiry of more than # certificate?',
          other: 'Change the expiry of more than # certificates?',
        })
      : plural(count, { one: 'Change the expiry of # certificate?', other: 'Change the expiry of # certificates?' }),
  askToRevoke: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'Revoke more than # certificate?', other: 'Revoke more than # certificates?' })
      : plural(count, { one: 'Revoke # certificate?', other: 'Revoke # certificates?' }),
  revoke: ({ count, isMore }: Size) =>
    isMore
      ? plural(count, { one: 'Revoke more than # certificate', other: 'Revoke more than # certificates' })
      : plural(count, { one: 'Revoke # certificate', other: 'Revoke # certificates' }),
};
