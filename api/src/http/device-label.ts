import Bowser from 'bowser';

/** The rest of a longer User-Agent is ignored. */
const MAX_LENGTH = 400;
/** Only known names: Bowser may copy others from the User-Agent, where an attacker could write a message to the owner. */
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP));
const MODELS: ReadonlySet<string> = new Set(['iPhone', 'iPod', 'iPad']);
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP));

/** Returns a label for a User-Agent: 'Chrome on Windows', 'Safari on iPhone'. */
export function deviceLabel(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, MAX_LENGTH);
  if (text === '') return 'Unknown device';
  const { browser, os, platform } = Bowser.parse(text);
  const system = knownName(MODELS, platform.model) ?? knownName(SYSTEMS, os.name);
  const name = knownName(BROWSERS, browser.name);
  if (name) return system ? `${name} on ${system}` : name;
  return system ? `Unknown browser on ${system}` : 'A program';
}

const knownName = (names: ReadonlySet<string>, name: string | undefined) =>
  name !== undefined && names.has(name) ? name : undefined;
