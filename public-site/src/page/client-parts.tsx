import { CRITICAL_STYLES, DEFERRED_STYLES } from '../styles/page-styles';
import { IconPaths } from './icon-sprite';

/**
 * The styles and the SVG sprite, for a browser that renders the page without the server. Where the server has written them
 * into the document, the browser does not load this module.
 */
export default function ClientParts() {
  return (
    <>
      <style>{CRITICAL_STYLES + DEFERRED_STYLES}</style>
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
        <IconPaths />
      </svg>
    </>
  );
}
