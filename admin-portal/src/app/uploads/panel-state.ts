import { readStored, writeStored } from '../../ui/browser-storage';

const KEY = 'admin-uploads-panel';

/** How staff left the panel of uploads in this tab; null while it is as it opens. */
type PanelState = 'closed' | 'small' | null;

export function panelState(): PanelState {
  const stored = readStored('sessionStorage', KEY);
  return stored === 'closed' || stored === 'small' ? stored : null;
}

/** Keeps the state of the panel for the next pages of this tab. */
export const rememberPanel = (state: PanelState): void => writeStored('sessionStorage', KEY, state);
