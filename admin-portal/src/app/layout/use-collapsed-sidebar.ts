import { useState } from 'react';

/** Local storage: 'collapsed' or 'wide'. */
const STORAGE_KEY = 'admin-sidebar';

function readIsCollapsed(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'collapsed';
  } catch {
    return false;
  }
}

/** Whether the sidebar is collapsed, stored in this browser. */
export function useCollapsedSidebar(): [isCollapsed: boolean, toggle: () => void] {
  const [isCollapsed, setCollapsed] = useState(readIsCollapsed);
  const toggle = () => {
    const next = !isCollapsed;
    setCollapsed(next);
    try {
      localStorage.setItem(STORAGE_KEY, next ? 'collapsed' : 'wide');
    } catch {
      // Storage may be disabled; the sidebar then keeps its state until the page is left.
    }
  };
  return [isCollapsed, toggle];
}
