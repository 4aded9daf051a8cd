import { createRoot } from 'react-dom/client';
import { OnePageShell } from './one-page-shell';
import { loadFederatedModule } from './remote/federation';
import { openDocument, startDocument } from './start-document';

/** Renders the shell of the visitor's document, without the parts that most visitors never need. */
export function startOnePage(): void {
  const { shellRoot, ...rest } = startDocument();
  createRoot(shellRoot).render(<OnePageShell {...rest} load={loadFederatedModule} openDocument={openDocument} />);
}
