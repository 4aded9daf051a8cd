import { readStored, writeStored } from '../../ui/browser-storage';

const KEY = 'admin-uploads-panel';

/** How staff left the panel of uploads: closed in this browser, small in this tab; null while it is as it opens. */
type PanelState = 'closed' | 'small' | null;

export function panelState(): PanelState {
  if (readStored('localStorage', KEY) === 'closed') return 'closed';
  return readStored('sessionStorage', KEY) === 'small' ? 'small' : null;
}

/** Keeps the state of the panel for the next pages. A closed one stays closed in every tab, until more files are added. */
export function rememberPanel(state: PanelState): void {
  writeStored('localStorage', KEY, state === 'closed' ? state : null);
  writeStored('sessionStorage', KEY, state === 'small' ? state : null);
}
