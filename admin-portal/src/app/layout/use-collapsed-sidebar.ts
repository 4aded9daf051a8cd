import { useState } from 'react';
import { readStored, writeStored } from '../../ui/browser-storage';

/** Local storage: 'collapsed' or 'wide'. */
const STORAGE_KEY = 'admin-sidebar';

/** Whether the sidebar is collapsed, stored in this browser. */
export function useCollapsedSidebar(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(() => readStored('localStorage', STORAGE_KEY) === 'collapsed');
  const toggle = () => {
    setCollapsed(!isCollapsed);
    writeStored('localStorage', STORAGE_KEY, isCollapsed ? 'wide' : 'collapsed');
  };
  return [isCollapsed, toggle];
}
