import { cleanFileName } from './file-name.js';

describe('names of files', () => {
  it.each([
    ['. .Contract. .pdf', 'Contract.pdf'],
    [' ..pdf', 'file.pdf'],
    ['a. b .c .docx', 'a. b .c.docx'],
  ])('CLIENT-10 the name %j becomes %j', (name, shown) => {
    expect(cleanFileName(name)).toBe(shown);
  });

  it('CLIENT-10 a million dots in a name take time by their length only', () => {
    expect(cleanFileName(`a${'.'.repeat(1_000_000)}b.pdf`)).toBe(`a${'.'.repeat(145)}.pdf`);
  });
});
