import { DEVELOPMENT_EVENTS } from '@godhuli/contracts/page';

/** Development: follows the composition and loads the page anew as soon as another build is live. */
export function reloadOnChange(generation: number): void {
  new EventSource(DEVELOPMENT_EVENTS).onmessage = ({ data }) => {
    if (Number(data) !== generation) window.location.reload();
  };
}
