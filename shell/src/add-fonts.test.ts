import { addFonts } from './add-fonts';

const BOX = 200;
const FONT_SIZE = 16;
const LINE = 20;
/** The width of a letter in the font of the machine. */
const LETTER = 8;

/** Families known to the page, with how much wider than before each makes a letter. */
const known: { family: string; wider: number }[] = [];

function textWidthOf(element: HTMLElement): number {
  const { letterSpacing, fontFamily } = element.style;
  const families = fontFamily === '' ? known : known.filter(({ family }) => fontFamily.includes(family));
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
      fontFamily: element.style.fontFamily || 'First, Second, serif',
    } as CSSStyleDeclaration;
  });
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: 0, height: heightOf(this as HTMLElement) } as DOMRect;
  });
  Range.prototype.getBoundingClientRect = function (this: Range) {
    return { width: textWidthOf(this.startContainer as HTMLElement) } as DOMRect;
  };
  Object.defineProperty(document, 'fonts', {
    configurable: true,
    value: { add: (face: (typeof known)[number]) => known.push(face) },
  });
}

const come = (family: string, wider: number) => addFonts([{ family, wider } as unknown as FontFace]);
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
  expect(document.querySelector('section')?.getAttribute('style')).toBeNull();
});

it('adds no letter spacing to Devanagari: such text keeps its former font where it needs more room', async () => {
  const text = show('आयुष्यातील सुंदर क्षण '.repeat(3).slice(0, 50));
  const height = heightOf(text);
  await come('First', 0.5);
  expect(text.style.letterSpacing).toBe('');
  expect(text.style.fontFamily).toBe('Second, serif');
  expect(heightOf(text)).toBe(height);
});
