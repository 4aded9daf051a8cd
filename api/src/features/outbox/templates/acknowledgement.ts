import { datesInWords } from '@godhuli/contracts/event-dates';
import { type MessageContent, shorten } from '../message-content.js';
import { eventTypeLabel, formatDay, type InquiryFacts, MAX_QUOTE } from './inquiry-facts.js';

interface Words {
  subject: (reference: string, brand: string) => string;
  hello: (name: string) => string;
  received: string;
  reference: string;
  type: string;
  date: string;
  undecided: string;
  yourWords: string;
  whatsApp: string;
  noReply: string;
  notYou: string;
  /** the photography types by their values; English ones are those of the form */
  types: Readonly<Record<string, string>>;
}

const WORDS: Record<InquiryFacts['language'], Words> = {
  en: {
    subject: (reference, brand) => `We received your inquiry (${reference}) – ${brand}`,
    hello: (name) => `Hello ${name},`,
    received: 'Thank you for your inquiry. We will reply within 24 hours.',
    reference: 'Your reference',
    type: 'Photography type',
    date: 'Preferred date',
    undecided: 'not fixed yet',
    yourWords: 'You wrote:',
    whatsApp: 'Write to us on WhatsApp',
    noReply: 'Please name the reference when you contact us.',
    notYou: 'You did not write to us? Somebody entered your email by mistake. You can ignore this message.',
    types: {},
  },
  mr: {
    subject: (reference, brand) => `तुमची चौकशी आम्हाला मिळाली (${reference}) – ${brand}`,
    hello: (name) => `नमस्कार ${name},`,
    received: 'तुमच्या चौकशीबद्दल धन्यवाद. आम्ही २४ तासांच्या आत उत्तर देऊ.',
    reference: 'तुमचा संदर्भ क्रमांक',
    type: 'छायाचित्रणाचा प्रकार',
    date: 'पसंतीची तारीख',
    undecided: 'अजून ठरलेली नाही',
    yourWords: 'तुम्ही लिहिले:',
    whatsApp: 'आम्हाला WhatsApp वर लिहा',
    noReply: 'आमच्याशी संपर्क करताना कृपया हा संदर्भ क्रमांक सांगा.',
    notYou: 'तुम्ही आम्हाला लिहिले नव्हते? कोणीतरी चुकून तुमचा ईमेल दिला आहे. या संदेशाकडे दुर्लक्ष करा.',
    types: {
      wedding: 'विवाह व समारंभ',
      prewedding: 'प्री-वेडिंग छायाचित्रण',
      maternity: 'मातृत्व छायाचित्रण',
      newborn: 'नवजात बाळाचे छायाचित्रण',
      commercial: 'व्यावसायिक छायाचित्रण',
      cinematic: 'सिनेमॅटिक छायाचित्रण',
      other: 'इतर',
    },
  },
  hi: {
    subject: (reference, brand) => `हमें आपकी पूछताछ मिल गई है (${reference}) – ${brand}`,
    hello: (name) => `नमस्ते ${name},`,
    received: 'आपकी पूछताछ के लिए धन्यवाद। हम 24 घंटे के भीतर उत्तर देंगे।',
    reference: 'आपका संदर्भ क्रमांक',
    type: 'फ़ोटोग्राफ़ी का प्रकार',
    date: 'पसंदीदा तारीख',
    undecided: 'अभी तय नहीं है',
    yourWords: 'आपने लिखा:',
    whatsApp: 'हमें WhatsApp पर लिखें',
    noReply: 'हमसे संपर्क करते समय कृपया यह संदर्भ क्रमांक बताएँ।',
    notYou: 'आपने हमें नहीं लिखा था? किसी ने गलती से आपका ईमेल दे दिया है। इस संदेश को अनदेखा करें।',
    types: {
      wedding: 'शादी और समारोह',
      prewedding: 'प्री-वेडिंग फ़ोटोग्राफ़ी',
      maternity: 'मातृत्व फ़ोटोग्राफ़ी',
      newborn: 'नवजात शिशु फ़ोटोग्राफ़ी',
      commercial: 'व्यावसायिक फ़ोटोग्राफ़ी',
      cinematic: 'सिनेमैटिक फ़ोटोग्राफ़ी',
      other: 'अन्य',
    },
  },
};

/** Tells visitors that their inquiry has arrived, in the language of the page, with their own words. */
export function acknowledgement(inquiry: InquiryFacts, brand: string, whatsAppUrl: string | null): MessageContent {
  const words = WORDS[inquiry.language];
  const facts: [string, string][] = [
    [words.reference, inquiry.reference],
    [words.type, words.types[inquiry.eventType] ?? eventTypeLabel(inquiry.eventType)],
  ];
  const dates = datesInWords(inquiry, (day) => formatDay(day, inquiry.language), words.undecided);
  if (dates !== '') facts.push([words.date, dates]);
  return {
    subject: words.subject(inquiry.reference, brand),
    language: inquiry.language,
    blocks: [
      { kind: 'paragraph', text: words.hello(inquiry.name) },
      { kind: 'paragraph', text: words.received },
      { kind: 'facts', facts },
      ...(inquiry.message === ''
        ? []
        : ([
            { kind: 'paragraph', text: words.yourWords },
            { kind: 'quote', text: shorten(inquiry.message, MAX_QUOTE) },
          ] as const)),
      ...(whatsAppUrl === null ? [] : [{ kind: 'button', label: words.whatsApp, url: whatsAppUrl } as const]),
      { kind: 'paragraph', text: words.noReply },
      { kind: 'small', text: words.notYou },
    ],
  };
}
