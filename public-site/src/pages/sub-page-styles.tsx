import { IconPaths } from '../page/icon-sprite';
import { SUB_PAGE_STYLES } from '../styles/sub-page-styles';

/** The styles and the SVG sprite of a page, for a browser that renders it without the server. */
export default function SubPageStyles() {
  return (
    <>
      <style>{SUB_PAGE_STYLES}</style>
      <svg width="0" height="0" style={{ position: 'absolute' }} aria-hidden="true">
        <IconPaths />
      </svg>
    </>
  );
}
