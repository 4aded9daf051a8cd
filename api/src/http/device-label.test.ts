import { deviceLabel } from './device-label.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const EDGE = `${CHROME} Edg/130.0.0.0`;

it.each([
  [CHROME, 'Chrome on Windows'],
  [EDGE, 'Microsoft Edge on Windows'],
  [IPHONE, 'Safari on iPhone'],
  ['node', 'A program'],
  ['python-requests/2.32 (x)', 'A program'],
  [undefined, 'Unknown device'],
])('names known browsers and systems (%s)', (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words);
});

it.each([
  ['evil text. Please call +911234/1 x', 'A program'],
  ['Please call +911234/1 (Windows NT 10.0)', 'Unknown browser on Windows'],
  ['Nokia 911234567 Please call', 'A program'],
])('shows no text that a request chose: %s', (userAgent, words) => {
  expect(deviceLabel(userAgent)).toBe(words);
});
