import { fillTemplate } from './reply-templates.js';

describe('templates for replies', () => {
  it('CLIENT-7 leaves out the spaces that a field without a value would leave', () => {
    expect(fillTemplate('Dear {name} , see you on {date}  soon .', { date: '2 May' })).toBe(
      'Dear, see you on 2 May soon.',
    );
  });

  it('CLIENT-7 a million spaces in a text take time by their length only', () => {
    expect(fillTemplate(`Dear${' '.repeat(1_000_000)}you`, {})).toBe('Dear you');
  });
});
