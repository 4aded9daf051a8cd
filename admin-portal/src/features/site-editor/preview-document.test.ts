import { asWithScripts } from './preview-document';

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
});
