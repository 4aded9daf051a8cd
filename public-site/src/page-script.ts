import { attachPageScript } from './page-script/attach';
import { attachFilms } from './page-script/films';

// The script of the server-rendered page. React attaches the same behaviour when it hydrates.
const site = document.querySelector<HTMLElement>('.site');
if (site) {
  attachPageScript(site);
  attachFilms(site);
}
