import { titleFromName } from './photo-file';

it.each([
  ['marigold_morning-2.jpg', 'Marigold morning 2'],
  ['\u202elamps\u202c.jpg\u2069', 'Lamps'],
  ['.jpg', ''],
])('ADM-UP-1 the title from the file name %j has words only', (name, title) => {
  expect(titleFromName(name)).toBe(title);
});
