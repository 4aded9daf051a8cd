import type { ReactNode } from 'react';
import { numberText, t } from '../languages/language';

export interface Tab {
  /** the value of its radio button */
  id: string;
  label: string;
  /** shown as a badge */
  count?: number;
  panel: ReactNode;
}

interface TabsProps {
  /** accessible name of the group */
  label: string;
  /** of the radio buttons */
  name: string;
  /** at most four (sections.css) */
  tabs: readonly Tab[];
  large?: boolean;
}

/**
 * Tabs that need no script: radio buttons select the panel that sections.css shows. The page has every panel. React leaves the
 * buttons uncontrolled, so it keeps what a visitor selected before hydration (decision 017).
 */
export function Tabs({ label, name, tabs, large = false }: TabsProps) {
  return (
    <div className="tab-set">
      <fieldset className={large ? 'tabs tabs--large' : 'tabs'}>
        <legend className="visually-hidden">{t(label)}</legend>
        {tabs.map((tab, index) => (
          <label key={tab.id} className="tabs__tab">
            <input className="choice" type="radio" name={name} value={tab.id} defaultChecked={index === 0} />
            {t(tab.label)}
            {tab.count !== undefined && (
              <>
                {' '}
                <span className="tabs__count">{numberText(tab.count)}</span>
              </>
            )}
          </label>
        ))}
      </fieldset>
      {tabs.map((tab) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
        <div key={tab.id} className="tab-panel" role="group" aria-label={t(tab.label)}>
          {tab.panel}
        </div>
      ))}
    </div>
  );
}
