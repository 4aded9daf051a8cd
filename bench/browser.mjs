/** One Chromium for measurements, without anything that asks the outside world. */
import { chromium } from 'playwright-core';
import { findBrowser } from '../scripts/find-browser.mjs';

export const CHROMIUM_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const launchBrowser = () => chromium.launch({ executablePath: findBrowser(), args: CHROMIUM_FLAGS });
