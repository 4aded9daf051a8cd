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

/** @param executablePath another program that starts the browser @param args in addition to `CHROMIUM_FLAGS` */
export const launchBrowser = ({ executablePath = findBrowser(), args = [] } = {}) =>
  chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS, ...args] });
