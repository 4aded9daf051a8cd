import { FORM_VERSION, type PostedForm } from '@godhuli/contracts/host';
import type { Mount } from '@godhuli/contracts/page';
import type { SitePreview } from '@godhuli/contracts/publishing';
import type { Composition } from '@godhuli/contracts/releases';
import type { CompositionSource } from '../composition/composition-source.js';
import type { VisitorNetwork } from '../http/visitor-network.js';
import { withDrafts } from '../preview/draft-data.js';
import type { RenderBudget } from '../rendering/render-budget.js';
import type { ShellBuild } from '../shell-build.js';
import { draftDocument, remoteDocument } from './document.js';
import { pageComposition } from './page-composition.js';
import type { PageDataSource } from './page-data.js';
import { fixedPage, hasWrongStatus, openPage, readPage, statusWithoutRender } from './page-request.js';
import type { RenderPage } from './render-page.js';

/** Renders for staff who preview a release wait behind each other, not behind visitors. */
const PREVIEW_LANE = 'preview';

interface Options {
  shell: ShellBuild;
  composition: Pick<CompositionSource, 'current'>;
  pageData: PageDataSource;
  renderPage: RenderPage;
  budget: Pick<RenderBudget, 'admitForm'>;
}

/** Composes pages for one reader only: a staff member who previews, or a visitor who has posted a form. They are never cached. */
export function createOneReaderPages({ shell, composition: source, pageData, renderPage, budget }: Options) {
  return {
    /**
     * Returns the document of a page for one staff member only: never cached, and failures are not reported.
     * @param composition with the previewed release in place
     * @param badge markup that says so
     */
    async preview(composition: Composition, mount: Mount, url: URL, origin: string, badge: string) {
      const opened = await openPage(pageData, composition, mount, url);
      const request = { ...opened, origin, lane: PREVIEW_LANE };
      const rendered = await renderPage(request).catch(() => null);
      const document = { ...pageComposition(shell, request, rendered), preview: true };
      const html = remoteDocument({ shell, rendered, badge, page: document, isUnknownPath: opened.page.isUnknown });
      if (!rendered) return { html, status: statusWithoutRender(opened.data) };
      return { html, status: hasWrongStatus(opened, rendered) ? undefined : rendered.status };
    },
    /**
     * Returns a page of a mount, by default its first one, as the live release renders it with drafts, for one editor only: never cached, and
     * failures are not reported. Null if it cannot be rendered now.
     */
    async draft(mount: Mount, origin: string, preview: SitePreview, path?: string): Promise<string | null> {
      const composition = source.current();
      const live = composition?.remotes[mount.remote]?.live;
      if (!composition || !live) return null;
      const page = fixedPage(mount, live, path);
      const data = await readPage(pageData, live, page);
      const drafted = { ...data, values: withDrafts(data.values, preview) };
      const request = { composition, live, mount, page, data: drafted, origin, lane: PREVIEW_LANE, hasEditMarks: true };
      const rendered = await renderPage(request).catch(() => null);
      return rendered && draftDocument(shell, mount.remote, rendered);
    },
    /**
     * Returns the document of a page, by default the first one of a mount, with a form that was posted: never cached, and it costs the
     * visitor's budget of forms. Null if the live release does not show the form, or cannot be rendered now.
     */
    async renderForm(
      mount: Mount,
      visitor: VisitorNetwork & { origin: string },
      form: PostedForm,
      path?: string,
    ): Promise<string | null> {
      const composition = source.current();
      const live = composition?.remotes[mount.remote]?.live;
      if (!composition || !live || !budget.admitForm(visitor)) return null;
      const { origin, customer } = visitor;
      const page = fixedPage(mount, live, path);
      const data = await readPage(pageData, live, page);
      const request = { composition, live, mount, page, data, origin, lane: customer, form };
      const rendered = await renderPage(request).catch(() => null);
      if (rendered?.formVersion !== FORM_VERSION) return null;
      return remoteDocument({ shell, rendered, page: { ...pageComposition(shell, request, rendered), url: page.url } });
    },
  };
}
