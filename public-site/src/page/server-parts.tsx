import { createContext, useContext } from 'react';

/** Parts of the markup that only the server writes. The browser keeps them as they are. */
export interface ServerParts {
  /** CSS of the sections below the fold */
  deferredStyles: string;
  /** symbols of the SVG sprite */
  iconPaths: string;
  /** JSON-LD, escaped for a script element */
  structuredData: string;
  /** links to the page in every language */
  languages: string;
}

/** Empty in a browser. */
export const ServerPartsContext = createContext<ServerParts>({
  deferredStyles: '',
  iconPaths: '',
  structuredData: '',
  languages: '',
});

/** The props of an element that keeps its inner HTML in the browser. */
const serverOnly = (html: string) => ({ suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: html } });

/** Where the host puts its script: `FIRST_VIEW_END` of the contract. */
export const FirstViewEnd = () => <div hidden data-first-view-end="" {...serverOnly('')} />;

/** The deferred styles and the SVG sprite, above the first section that needs them. */
export function DeferredParts() {
  const { deferredStyles, iconPaths } = useContext(ServerPartsContext);
  return (
    <>
      <style {...serverOnly(deferredStyles)} />
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true" {...serverOnly(iconPaths)} />
    </>
  );
}

/** Links to the page in every language; without the server the page does not have them. */
export function LanguageLinks() {
  return <div className="languages" {...serverOnly(useContext(ServerPartsContext).languages)} />;
}

export function StructuredData() {
  const { structuredData } = useContext(ServerPartsContext);
  return <script type="application/ld+json" {...serverOnly(structuredData)} />;
}
