import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

export interface Tab {
  /** part of element ids */
  id: string;
  label: string;
  /** shown as a badge */
  count?: number;
  panel: ReactNode;
}

interface TabsProps {
  /** accessible name, and the first part of element ids */
  label: string;
  name: string;
  tabs: readonly Tab[];
  large?: boolean;
}

const MOVES: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index - 1 + count) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Tabs with roving focus. The page has every panel, so that all can be read without JavaScript. */
export function Tabs({ label, name, tabs, large = false }: TabsProps) {
  const [selected, setSelected] = useState(0);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const move = (event: KeyboardEvent) => {
    const target = MOVES[event.key]?.(selected, tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    setSelected(target);
    buttons.current[target]?.focus();
  };
  return (
    <>
      <div className={large ? 'tabs tabs--large' : 'tabs'} role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map((tab, index) => (
          <button
            key={tab.id}
            ref={(button) => {
              buttons.current[index] = button;
            }}
            type="button"
            role="tab"
            id={`${name}-tab-${tab.id}`}
            aria-controls={`${name}-panel-${tab.id}`}
            aria-selected={index === selected}
            tabIndex={index === selected ? 0 : -1}
            onClick={() => setSelected(index)}
          >
            {tab.label}
            {tab.count !== undefined && (
              <>
                {' '}
                <span className="tabs__count">{tab.count}</span>
              </>
            )}
          </button>
        ))}
      </div>
      {tabs.map((tab, index) => (
        <div
          key={tab.id}
          className="tab-panel"
          role="tabpanel"
          id={`${name}-panel-${tab.id}`}
          aria-labelledby={`${name}-tab-${tab.id}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel takes the focus after its tab (WAI-ARIA APG)
          tabIndex={0}
          hidden={index !== selected}
        >
          <p className="tab-panel__name" hidden>
            {tab.label}
          </p>
          {tab.panel}
        </div>
      ))}
    </>
  );
}
