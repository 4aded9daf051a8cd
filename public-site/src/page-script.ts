import { attachPageScript } from './page-script/attach';
import { keepCampaign } from './page-script/campaign';
import { attachFilms } from './page-script/films';
import { attachPhotoActions } from './page-script/photo-actions';

// The script of the server-rendered page. React attaches it again when it hydrates (page-script/site.ts).
keepCampaign();
const site = document.querySelector<HTMLElement>('.site');
if (site) {
  attachPageScript(site);
  attachFilms(site);
  attachPhotoActions();
}
