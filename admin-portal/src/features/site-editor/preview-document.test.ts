import { asWithScripts, readPage } from './preview-document';

describe('the document of the preview', () => {
  it('EDIT-PREV-2 shows the page as a browser with scripts does', () => {
    const html = '<style>@media (scripting: none) and (width>1px){a{}}@media (scripting:enabled){b{}}</style>';
    expect(asWithScripts(html)).toBe(
      '<style>@media (max-width: 0) and (width>1px){a{}}@media (min-width: 0){b{}}</style>',
    );
  });

  it('EDIT-PREV-2 a text with many media queries takes time by its length only', () => {
    const text = '@media(scripting:'.repeat(20_000);
    expect(asWithScripts(text) === text).toBe(true);
  });

  it.each(['img', 'form', 'embed', 'object', 'iframe'])(
    'EDIT-PREV-4 no %s replaces a method of the document',
    (tag) => {
      const page = readPage(`<${tag} name="querySelectorAll" id="defaultView" class="kept"></${tag}>`);
      expect(page.querySelector('.kept')?.getAttributeNames()).toEqual(['class']);
    },
  );

  it('EDIT-PREV-4 no control replaces a method of its form, and tabs keep their names', () => {
    const page = readPage(
      '<form><input name="getAttribute" id="firstChild"><input name="city" id="city"></form><input name="tab" id="tab">',
    );
    const names = [...page.querySelectorAll('input')].map((input) => [input.name, input.id]);
    expect(names).toEqual([
      ['', ''],
      ['city', 'city'],
      ['tab', 'tab'],
    ]);
  });
});
