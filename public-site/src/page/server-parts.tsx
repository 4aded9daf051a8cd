import { createContext, type ReactElement, useContext } from 'react';

/** What only the server writes, in the page's own markup because nothing above it waits for it. */
export interface ServerParts {
  /** of every section below the first view */
  styles: string;
  /** JSON-LD, as it may stand in a script element */
  structuredData: string;
}

/** Empty in a browser: it keeps what the server has written. */
export const ServerPartsContext = createContext<ServerParts>({ styles: '', structuredData: '' });

export function OtherSectionsStyles(): ReactElement {
  const { styles } = useContext(ServerPartsContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the release's own styles; as text they would be escaped
  return <style suppressHydrationWarning={true} dangerouslySetInnerHTML={{ __html: styles }} />;
}

export function StructuredData(): ReactElement {
  const { structuredData } = useContext(ServerPartsContext);
  return (
    <script
      type="application/ld+json"
      suppressHydrationWarning={true}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which every < is escaped; empty in a browser
      dangerouslySetInnerHTML={{ __html: structuredData }}
    />
  );
}
