import { useLocalStorage } from '@mantine/hooks';
import { useSession } from '../lib/session.ts';

/** Column of a list that a person can hide or show. */
export interface ListColumn {
  key: string;
  label: string;
  /** True for a column that is hidden until the person shows it. */
  isExtra?: boolean;
}

/** How a person sees a list: the height of its rows, and columns that differ from the usual ones. */
interface Saved {
  isCompact: boolean;
  columns: Readonly<Record<string, boolean>>;
}

export interface ListView {
  /** True for rows of 40 px. */
  isCompact: boolean;
  setCompact: (isCompact: boolean) => void;
  columns: readonly ListColumn[];
  shows: (key: string) => boolean;
  show: (key: string, isShown: boolean) => void;
}

const USUAL: Saved = { isCompact: false, columns: {} };

/** Returns the view of a list, which this browser keeps for each person. */
export function useListView(list: 'certificates' | 'batches' | 'recipients', columns: readonly ListColumn[]): ListView {
  const { user } = useSession();
  const [saved, setSaved] = useLocalStorage<Saved>({
    key: `laurel-list-${list}-${user.id}`,
    defaultValue: USUAL,
    getInitialValueInEffect: false,
    deserialize: read,
  });
  const shows = (key: string) => saved.columns[key] ?? columns.some((column) => column.key === key && !column.isExtra);
  return {
    isCompact: saved.isCompact,
    setCompact: (isCompact) => setSaved({ ...saved, isCompact }),
    columns,
    shows,
    show: (key, isShown) => setSaved({ ...saved, columns: { ...saved.columns, [key]: isShown } }),
  };
}

/** Returns the usual view for a value that another version or a person has written. */
function read(text: string | undefined): Saved {
  try {
    const { isCompact, columns } = JSON.parse(text ?? '') as Partial<Record<keyof Saved, unknown>>;
    const given = Object.entries(columns ?? {}).filter(
      (entry): entry is [string, boolean] => typeof entry[1] === 'boolean',
    );
    return { isCompact: isCompact === true, columns: Object.fromEntries(given) };
  } catch {
    return USUAL;
  }
}
