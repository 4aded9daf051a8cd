import { createEvent, fireEvent, screen, within } from '@testing-library/react';
import { renderApp } from '../testing/render-app';

const png = new File(['png'], 'mark.png', { type: 'image/png' });
const svg = new File(['<svg/>'], 'mark.svg', { type: 'image/svg+xml' });
const pdf = new File(['%PDF'], 'brief.pdf', { type: 'application/pdf' });
const INVALID = {
  title: 'Invalid File',
  description: 'Please upload an image file (PNG, JPG, SVG)',
  variant: 'destructive',
};

/** Object URLs that are not revoked yet; jsdom does not implement them. */
let alive: Set<string>;
/** The requested fonts; jsdom has no FontFace. */
let fetchedFonts: string[];

beforeEach(() => {
  alive = new Set();
  let made = 0;
  URL.createObjectURL = (file) => {
    const url = `blob:${(file as File).name}/${++made}`;
    alive.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => alive.delete(url);
  fetchedFonts = [];
  Object.defineProperty(document, 'fonts', { configurable: true, value: new Set() });
  globalThis.FontFace = class {
    constructor(readonly family: string) {}
    load() {
      fetchedFonts.push(this.family);
      return Promise.resolve(this);
    }
  } as unknown as typeof FontFace;
});

const dropZone = () => screen.getByRole('region', { name: 'Logo upload' });
const drop = (...files: File[]) => fireEvent.drop(dropZone(), { dataTransfer: { files, types: ['Files'] } });
const preview = () => within(dropZone()).queryByRole('img');

it('LEG-7 accepts a dropped PNG and shows it', () => {
  const { toasts } = renderApp('/admin-old/settings');
  expect(screen.getByText('PNG, JPG up to 10MB')).toBeVisible();
  drop(png);
  expect(preview()).toHaveAccessibleName('Preview of mark.png');
  expect(preview()).toHaveAttribute('src', [...alive][0]);
  expect(toasts).toEqual([{ title: 'Logo Ready', description: 'mark.png is shown as a preview.' }]);
});

it('LEG-7 accepts a dropped SVG, also one without a type', () => {
  renderApp('/admin-old/settings');
  drop(svg);
  expect(preview()).toHaveAccessibleName('Preview of mark.svg');
  drop(new File(['<svg/>'], 'untyped.SVG'));
  expect(preview()).toHaveAccessibleName('Preview of untyped.SVG');
});

it("LEG-7 refuses a dropped PDF with 'Invalid File' and keeps the logo that was there", () => {
  const { toasts } = renderApp('/admin-old/settings');
  drop(png);
  drop(pdf);
  expect(toasts.at(-1)).toEqual(INVALID);
  expect(preview()).toHaveAccessibleName('Preview of mark.png');
});

it('LEG-7 uses the first image of several files and says so', () => {
  const { toasts } = renderApp('/admin-old/settings');
  drop(pdf, svg, png);
  expect(preview()).toHaveAccessibleName('Preview of mark.svg');
  expect(toasts).toEqual([
    { title: 'Logo Ready', description: 'You dropped 3 files. The first image, mark.svg, is used.' },
  ]);
});

it('LEG-7 does not enforce the 10 MB of its hint', () => {
  renderApp('/admin-old/settings');
  drop(new File([new Uint8Array(11 * 1024 * 1024)], 'large.png', { type: 'image/png' }));
  expect(preview()).toHaveAccessibleName('Preview of large.png');
});

it("LEG-7 responds to an image that cannot be shown with 'Invalid File'", () => {
  const { toasts } = renderApp('/admin-old/settings');
  drop(new File(['words'], 'not-really.png', { type: 'image/png' }));
  fireEvent.error(preview() as HTMLElement);
  expect(toasts.at(-1)).toEqual(INVALID);
  expect(preview()).toBeNull();
  expect(alive.size).toBe(0);
});

it('LEG-7 never lets the browser leave the page for a dropped file', () => {
  renderApp('/admin-old/settings');
  for (const make of [createEvent.dragEnter, createEvent.dragOver, createEvent.drop]) {
    const event = make(dropZone(), { dataTransfer: { files: [] } });
    fireEvent(dropZone(), event);
    expect(event.defaultPrevented).toBe(true);
  }
});

it('LEG-7 works from the keyboard: the file field is in the tab order, and Save shows a toast', async () => {
  const { user, toasts } = renderApp('/admin-old/settings');
  screen.getByRole('tab', { name: 'Settings' }).focus();
  await user.tab();
  const field = screen.getByLabelText('choose a file');
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription('PNG, JPG up to 10MB');
  await user.click(screen.getByRole('button', { name: 'Save Logo' }));
  await user.upload(field, png);
  await user.click(screen.getByRole('button', { name: 'Save Logo' }));
  expect(toasts.map(({ title }) => title)).toEqual(['No Logo Chosen', 'Logo Ready', 'Logo Saved']);
});

it('LEG-7 frees the memory of a preview when another replaces it and when the portal is left', () => {
  const { unmount } = renderApp('/admin-old/settings');
  drop(png);
  drop(svg);
  expect(Array.from(alive)).toEqual([expect.stringContaining('mark.svg')]);
  unmount();
  expect(alive.size).toBe(0);
});

it('LEG-8 offers five presets, Purple Pink first, and previews the chosen colours at once', async () => {
  const { user } = renderApp('/admin-old/settings');
  const presets = within(screen.getByRole('group', { name: 'Color theme' })).getAllByRole('radio');
  expect(presets.map((radio) => radio.parentElement?.textContent)).toEqual([
    'Purple Pink',
    'Blue Cyan',
    'Green Emerald',
    'Red Orange',
    'Monochrome',
  ]);
  expect(screen.getByRole('radio', { name: 'Purple Pink' })).toBeChecked();
  const figure = screen.getByRole('figure', { name: 'Preview of the theme' });
  const button = within(figure).getByText('Book Now');
  expect(button).toHaveStyle({ background: '#9333ea', boxShadow: '6px 0 0 #ec4899, 12px 0 0 #06b6d4' });
  expect(figure).toHaveStyle({ borderTopColor: '#9333ea' });

  await user.click(screen.getByRole('radio', { name: 'Monochrome' }));
  expect(button).toHaveStyle({ background: '#18181b', boxShadow: '6px 0 0 #71717a, 12px 0 0 #d4d4d8' });
});

it('LEG-8 offers the two font lists, previews a choice, and fetches a font only once it is chosen', async () => {
  const { user, toasts } = renderApp('/admin-old/settings');
  const body = screen.getByLabelText('Body font');
  const header = screen.getByLabelText('Header font');
  const namesOf = (select: HTMLElement) =>
    within(select)
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(namesOf(body)).toEqual(['Inter', 'Roboto', 'Open Sans', 'Playfair Display', 'Lora', 'Montserrat']);
  expect(namesOf(header)).toEqual([
    'Playfair Display',
    'Merriweather',
    'Montserrat',
    'Oswald',
    'Crimson Text',
    'Inter',
  ]);
  expect(fetchedFonts).toEqual([]);

  await user.selectOptions(body, 'Lora');
  await user.selectOptions(header, 'Oswald');
  await user.selectOptions(header, 'Montserrat');
  await user.selectOptions(body, 'Montserrat');
  expect(fetchedFonts).toEqual(['Legacy Lora', 'Legacy Oswald', 'Legacy Montserrat']);
  expect(screen.getByText("Capturing Life's Precious Moments")).toHaveStyle({
    fontFamily: '"Legacy Montserrat", "Montserrat", sans-serif',
  });

  await user.click(screen.getByRole('radio', { name: 'Red Orange' }));
  await user.click(screen.getByRole('button', { name: 'Save Theme' }));
  expect(toasts).toEqual([
    {
      title: 'Theme Saved',
      description: 'Red Orange, Montserrat over Montserrat. Sample data: nothing was saved.',
    },
  ]);
});

it('LEG-8 says when a font cannot be fetched, and tries again at the next choice', async () => {
  const { user, toasts } = renderApp('/admin-old/settings');
  const load = jest.spyOn(FontFace.prototype, 'load').mockRejectedValueOnce(new Error('offline'));
  await user.selectOptions(screen.getByLabelText('Header font'), 'Crimson Text');
  expect(toasts.map(({ title }) => title)).toEqual(['Font Not Loaded']);
  await user.selectOptions(screen.getByLabelText('Header font'), 'Inter');
  await user.selectOptions(screen.getByLabelText('Header font'), 'Crimson Text');
  expect(load).toHaveBeenCalledTimes(3);
  expect(toasts).toHaveLength(1);
});
