import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { DEFAULT_STUDIO_NAME, loadStudioName } from '../api/studio';
import { useLoad } from '../api/use-load';

const StudioNameContext = createContext(DEFAULT_STUDIO_NAME);

/** Loads the studio's name once; until it comes, and when it does not, the name is the default one. */
export function StudioNameProvider({ children }: { children: ReactNode }): ReactElement {
  const { result } = useLoad(loadStudioName);
  return <StudioNameContext.Provider value={result.data ?? DEFAULT_STUDIO_NAME}>{children}</StudioNameContext.Provider>;
}

export function useStudioName(): string {
  return useContext(StudioNameContext);
}

/** The document's title: the page, then whose portal it is. */
export function DocumentTitle({ children }: { children: string }): ReactElement {
  const studio = useStudioName();
  return <title>{`${children} · ${studio} admin`}</title>;
}
