import Bowser from 'bowser';

/** More of a User-Agent than this says nothing that people recognise. */
const MAX_LENGTH = 400;

/** Says in words what a request came from, by its User-Agent: 'Chrome on Windows', 'Safari on iPhone'. */
export function deviceWords(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  if (text === '') return 'Unknown device';
  const { browser, os, platform } = Bowser.parse(text);
  const system = platform.model ?? os.name;
  if (browser.name) return system ? `${browser.name} on ${system}` : browser.name;
  return system ? `Unknown browser on ${system}` : 'A program';
}
