import { createRoot } from 'react-dom/client';
import { OnePageShell } from './one-page-shell';
import { loadFederatedModule } from './remote/federation';
import { openDocument, startDocument } from './start-document';

/** Draws the shell of the visitor's document. Nothing here that a visitor may not need. */
export function startOnePage(): void {
  const { shellRoot, ...rest } = startDocument();
  createRoot(shellRoot).render(<OnePageShell {...rest} load={loadFederatedModule} openDocument={openDocument} />);
}
