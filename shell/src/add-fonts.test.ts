import { waitFor } from '@testing-library/dom';
import { addFonts } from './add-fonts';

const BOX = 200;
const FONT_SIZE = 16;
const LINE = 20;
/** The width of a letter in the font of the machine. */
const LETTER = 8;

/** Families known to the page, with how much wider than before each makes a letter. */
const known: { family: string; wider: number }[] = [];

/** The families of all text of the page. */
const USED = 'First, "Second", Third, serif';

function textWidthOf(element: HTMLElement): number {
  const { letterSpacing, fontFamily } = element.style;
  const families = known.filter(({ family }) => (fontFamily || USED).includes(family));
  const letter = families.reduce((width, { wider }) => width + wider, LETTER) + (parseFloat(letterSpacing) || 0);
  return letter * (element.textContent?.length ?? 0);
}
const heightOf = (element: HTMLElement) =>
  Math.max(Math.ceil(textWidthOf(element) / BOX) * LINE, parseFloat(element.style.minHeight) || 0);

/** jsdom lays nothing out: boxes of one width, whose lines follow from the width of their letters. */
function layOut(): void {
  jest.spyOn(window, 'getComputedStyle').mockImplementation((of) => {
    const element = of as HTMLElement;
    return {
      display: 'block',
      width: `${BOX}px`,
      height: `${heightOf(element)}px`,
      fontSize: `${FONT_SIZE}px`,
      letterSpacing: element.style.letterSpacing || 'normal',
      fontFamily: element.style.fontFamily || USED,
      fontStyle: element.style.fontStyle || 'normal',
    } as CSSStyleDeclaration;
  });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: 0, bottom: 20, height: heightOf(this as HTMLElement) } as DOMRect;
  });
  Range.prototype.getBoundingClientRect = function (this: Range) {
    return { width: textWidthOf(this.startContainer as HTMLElement) } as DOMRect;
  };
  // jsdom has no marks.
  performance.mark = jest.fn();
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: (face: (typeof known)[number]) => known.push(face) },
  });
}

const atOnce = () => Promise.resolve();
const come = (family: string, wider: number, whenReading = atOnce) =>
  addFonts([{ family, wider, style: 'normal' } as unknown as FontFace], whenReading);
function resizeTo(width: number): void {
  window.innerWidth = width;
  window.dispatchEvent(new Event('resize'));
}

beforeEach(layOut);
afterEach(() => {
  resizeTo(window.innerWidth + 1);
  known.length = 0;
  jest.restoreAllMocks();
});

/** A paragraph with `text`, in the page. */
function show(text: string, style = ''): HTMLElement {
  document.body.innerHTML = `<p style="${style}">${text}</p>`;
  return document.querySelector('p') as HTMLElement;
}

it('gives text its own style back after a resize, however many families came', async () => {
  const text = show('a'.repeat(50), 'color: red');
  const height = heightOf(text);
  await come('First', 0.5);
  expect(text.style.letterSpacing).not.toBe('');
  await come('Second', -4.5);
  expect(text.style.minHeight).toBe(`${height}px`);
  window.dispatchEvent(new Event('resize'));
  expect(text.style.minHeight).toBe(`${height}px`);
  resizeTo(window.innerWidth + 20);
  expect(text.getAttribute('style')).toBe('color: red');
  await come('Third', 0.5);
  resizeTo(window.innerWidth + 20);
  expect(text.getAttribute('style')).toBe('color: red');
});

it('holds the text of a toast, whose parent lies below a long page, and not the text below the window', async () => {
  document.body.innerHTML = `<div id="root"><section>${'a'.repeat(50)}</section></div><div id="shell"><p>${'a'.repeat(50)}</p></div>`;
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const isInWindow = ['BODY', 'P'].includes(this.tagName) || this.id === 'root';
    return { top: isInWindow ? 0 : window.innerHeight + 1, height: heightOf(this as HTMLElement) } as DOMRect;
  });
  await come('First', 0.5);
  expect(document.querySelector('p')?.style.letterSpacing).not.toBe('');
  expect(document.querySelector('section')?.style).toHaveLength(0);
});

it('adds no letter spacing to Devanagari: such text keeps its former font where it needs more room', async () => {
  const text = show('आयुष्यातील सुंदर क्षण '.repeat(3).slice(0, 50));
  const height = heightOf(text);
  await come('First', 0.5);
  expect(text.style.letterSpacing).toBe('');
  expect(text.style.fontFamily).toBe('"Second", Third, serif');
  expect(heightOf(text)).toBe(height);
});

it('changes a few texts at a time, whenever the visitor reads; the others keep their former font', async () => {
  document.body.innerHTML = `<p>${'a'.repeat(50)}</p>`.repeat(7);
  const texts = [...document.querySelectorAll('p')];
  const spacedNow: number[] = [];
  let reads = () => {};
  const whenReading = () => {
    spacedNow.push(texts.filter(({ style }) => style.letterSpacing !== '').length);
    return new Promise<void>((resolve) => {
      reads = resolve;
    });
  };
  const heights = texts.map(heightOf);
  const end = come('Second', 0.5, whenReading);
  for (let turn = 1; turn <= 3; turn += 1) {
    await waitFor(() => expect(spacedNow).toHaveLength(turn));
    expect(texts.map(heightOf)).toEqual(heights);
    reads();
  }
  await end;
  expect(spacedNow).toEqual([0, 3, 6]);
  expect(performance.mark).toHaveBeenCalledWith('fonts', { detail: ['Second'] });
  expect(texts.filter(({ style }) => style.letterSpacing !== '')).toHaveLength(7);
  expect(texts.filter(({ style }) => style.fontFamily !== '')).toHaveLength(0);
});

it('leaves text alone that has its own style back after a resize, and text of other families', async () => {
  const text = show('a'.repeat(50), 'font-family: Other, serif');
  await come('First', 0.5);
  expect(text.getAttribute('style')).toBe('font-family: Other, serif');
  const other = show('a'.repeat(50), 'color: red');
  await come('Second', 0.5, async () => resizeTo(window.innerWidth + 20));
  expect(other.getAttribute('style')).toBe('color: red');
});

it('leaves text alone that has its own style back after a resize between the hold and the fonts', async () => {
  const text = show('a'.repeat(50), 'color: red');
  const coming = come('First', 0.5);
  await waitFor(() => expect(text.style.fontFamily).not.toBe(''));
  expect(known).toHaveLength(0);
  resizeTo(window.innerWidth + 20);
  await coming;
  expect(known).toHaveLength(1);
  expect(text.getAttribute('style')).toBe('color: red');
});

it('a style that arrives late changes no text of the other styles of its family', async () => {
  const text = show('a'.repeat(50), 'font-style: italic');
  let turns = 0;
  const count = async () => {
    turns += 1;
  };
  await come('First', 0.5, count);
  expect(turns).toBe(0);
  expect(text.getAttribute('style')).toBe('font-style: italic');
  show('a'.repeat(50));
  await come('First', 0.5, count);
  expect(turns).toBe(1);
});

it('text that needs more room than before keeps its former font, also where two of its families came', async () => {
  const text = show('a'.repeat(50));
  const height = heightOf(text);
  const faces = ['First', 'Second'].map((family) => ({ family, wider: 4, style: 'normal' }) as unknown as FontFace);
  await addFonts(faces, atOnce);
  expect(text.style.fontFamily).toBe('Third, serif');
  expect(heightOf(text)).toBe(height);
});

it('gives text below the window its font without letter spacing', async () => {
  const text = show('a'.repeat(50));
  text.id = 'root';
  jest
    .spyOn(Element.prototype, 'getBoundingClientRect')
    .mockReturnValue({ top: innerHeight + 1, height: 20 } as DOMRect);
  await come('First', 0.5);
  expect(text.style.letterSpacing).toBe('');
  expect(text.style.fontFamily).toBe('');
});
