import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../../../lib/api.tsx';
import { LocalError } from '../../../../lib/errors/errors.ts';
import { type Outputs, useMembership } from '../../../../lib/session.ts';

export type LibraryPicture = Outputs['pictureLibrary']['list']['pictures'][number];

/** A picture that the library offers: one of its own, or the organisation's logo. */
export interface Offered {
  key: string;
  name: string;
  /** Address of the picture, and of its small copy. */
  address: string;
  small: string;
  /** Null for the logo, which is changed in the settings. */
  picture: LibraryPicture | null;
}

/** Returns the pictures of the library with the organisation's logo first. They are undefined until they are loaded. */
export function useLibrary(): { offered: Offered[] | undefined; isFailed: boolean } {
  const api = useApi();
  const { id: organisationId, may } = useMembership();
  const library = useQuery(api.pictureLibrary.list.queryOptions());
  const canReadLogo = may('organisation:read');
  const organisation = useQuery(
    api.organisation.get.queryOptions(undefined, { staleTime: 60_000, enabled: canReadLogo }),
  );
  if (!library.data || (canReadLogo && organisation.isPending))
    return { offered: undefined, isFailed: library.isError };
  const logoUrl = organisation.data?.logoUrl;
  const own = library.data.pictures.map((picture) => {
    const address = (form: string) => `/exports/library/${picture.id}${form}?organisationId=${organisationId}`;
    return { key: picture.id, name: picture.name, address: address(''), small: address('/small'), picture };
  });
  // The address differs for each logo, so that the browser shows a replaced one.
  const logo = `/exports/logo?organisationId=${organisationId}&address=${encodeURIComponent(logoUrl ?? '')}`;
  const first = { key: 'logo', name: t`Logo of the organisation`, address: logo, small: logo, picture: null };
  return { offered: logoUrl ? [first, ...own] : own, isFailed: false };
}

/** Returns a function that refetches the library after a change. */
export function useRefreshLibrary(): () => Promise<void> {
  const api = useApi();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(api.pictureLibrary.pathFilter());
}

/** Fetches an offered picture as a file, so that a design gets a copy of it. */
export async function fetchOffered({ name, address }: Offered): Promise<File> {
  const gone = () => new LocalError(t`“${name}” couldn’t be loaded. It may have been removed from the library.`);
  const response = await fetch(address).catch(() => {
    throw gone();
  });
  if (!response.ok) throw gone();
  const content = await response.blob();
  return new File([content], name, { type: content.type });
}
