import { type Layers, sandboxLayers } from './launcher.js';

/** Returns a warning about the sandbox of this machine, or null when it has both layers. */
export async function sandboxWarning(layers: Layers | Promise<Layers> = sandboxLayers()): Promise<string | null> {
  const { deno, namespaces } = await layers;
  if (!deno)
    return 'There is no sandbox for this platform: pages are rendered in the browser, and the gate neither reads nor runs scripts of releases.';
  if (!namespaces)
    return "Releases run behind one layer only: Deno's permissions. Install bubblewrap, or allow user namespaces, for a second.";
  return null;
}
