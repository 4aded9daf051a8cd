/** Starts one Chromium for measurements, without its own network requests. */
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
