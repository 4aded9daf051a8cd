import { createRoot } from 'react-dom/client';
import { OnePageShell } from './one-page-shell';
import { whenParsed } from './page';
import { loadFederatedModule } from './remote/federation';
import { openDocument, startDocument } from './start-document';

// The shell of a document that is the only page of its zone: the visitor's. Nothing here that a visitor may not need.
whenParsed(() => {
  const { shellRoot, ...rest } = startDocument();
  createRoot(shellRoot).render(<OnePageShell {...rest} load={loadFederatedModule} openDocument={openDocument} />);
});
