import { inquiryInputSchema } from './inquiries.js';
import { requiredText } from './text.js';

it.each([
  '',
  ' ',
  '\u200b',
  '\u3164',
  '\u3164\u3164 \u200d',
  '\u115f',
  '\uffa0',
  '\u2800',
  '\u00ad',
  '\u2060',
  '\ufeff',
])('a required text is refused when nothing of it can be seen: %j', (value) =>
  expect(requiredText(100).safeParse(value).success).toBe(false),
);

it.each(['Asha', 'आशा', '李', '🙂', 'क\u200dष', '?'])('a required text may be %j', (value) =>
  expect(requiredText(100).safeParse(value).data).toBe(value),
);

it.each(['-----', '+++++', '.....', '(   )'])('PUB-CONT-2 a phone number without digits is refused: %j', (phone) => {
  const parsed = inquiryInputSchema.safeParse({ name: 'Asha', eventType: 'wedding', phone });
  expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual(['phone']);
});
