import type { HostApi } from '@godhuli/contracts/host';
import { PanelGrid } from '../ui/panel';
import { LogoPanel } from './logo-panel';
import { ThemePanel } from './theme-panel';

/** Settings: logo, colour theme and typography. */
export function Settings({ toast }: { toast: HostApi['toast'] }) {
  return (
    <PanelGrid columns="1fr 1.7fr">
      <LogoPanel toast={toast} />
      <ThemePanel toast={toast} />
    </PanelGrid>
  );
}
