import { attachPageScript } from './page-script/attach';
import { keepCampaign } from './page-script/campaign';
import { attachPhotoActions } from './page-script/photo-actions';

// The script of the page, which loads alone where the server has rendered the page. Elsewhere React may render the site later,
// and attaches to it what belongs to its elements (page/page-script.tsx).
keepCampaign();
attachPhotoActions();
const site = document.querySelector<HTMLElement>('.site');
if (site) attachPageScript(site);
