import type { TranslatedLocale } from '@godhuli/contracts/locales';

type Texts<Field extends string> = Partial<Record<TranslatedLocale, Partial<Record<Field, string>>>>;
type PhotoTexts = Texts<'title' | 'place' | 'description' | 'alt'>;
interface StoryTexts {
  story: Texts<'title' | 'client' | 'place' | 'description'>;
  /** in the order of the story's sections */
  sections: Texts<'title' | 'text'>[];
}

/** By the English title. What is missing here shows visitors the English text. */
export const SAMPLE_PHOTO_TRANSLATIONS: Readonly<Record<string, PhotoTexts>> = {
  'The Hour of Godhuli': {
    mr: {
      title: 'गोधूलीची वेळ',
      place: 'अहिल्यानगर',
      description: 'मावळता सूर्य आणि पहिला दिवा यांच्यामधली दहा मिनिटे. सगळ्यांनी त्या क्षणाची वाट पाहिली.',
      alt: 'संध्याकाळी दिव्यांच्या माळांनी उजळलेला मंडप, झेंडूच्या माळा आणि वाटेवर कंदील',
    },
    hi: {
      title: 'गोधूलि की घड़ी',
      place: 'अहिल्यानगर',
      description: 'डूबते सूरज और पहले दीये के बीच के दस मिनट। सबने उस पल का इंतज़ार किया।',
      alt: 'शाम को झालरों से जगमगाता मंडप, गेंदे की मालाएँ और रास्ते में लालटेन',
    },
  },
  'Lamps at the Wada': {
    mr: {
      title: 'वाड्यातले दिवे',
      place: 'पैठण',
      description: 'चारशे पणत्या, मुहूर्ताच्या दहा मिनिटे आधी नवरीच्या चुलत भावंडांनी लावलेल्या.',
      alt: 'पॉलिश केलेल्या लाकडावर झेंडूंसह पेटलेल्या पणत्यांची वळणदार रांग, मागे रंगीत दिवे',
    },
    hi: {
      title: 'वाड़े के दीये',
      place: 'पैठण',
      description: 'चार सौ दीये, मुहूर्त से दस मिनट पहले दुल्हन के भाई-बहनों ने जलाए।',
      alt: 'चमकती लकड़ी पर गेंदे के फूलों के साथ जलते दीयों की घुमावदार क़तार, पीछे रंगीन रोशनी',
    },
  },
  'Two Rings': {
    mr: { title: 'दोन अंगठ्या', place: 'महाबळेश्वर' },
    hi: { title: 'दो अँगूठियाँ', place: 'महाबलेश्वर' },
  },
  'The Old Cine Camera': {
    mr: {
      title: 'जुना सिने कॅमेरा',
      place: 'पुणे',
      description: 'तो अजूनही चालतो. एका रीळमध्ये किती कमी सेकंद मावत, याची आठवण म्हणून तो टेबलावर ठेवला आहे.',
    },
    hi: { title: 'पुराना सिने कैमरा', place: 'पुणे' },
  },
  Kalash: {
    mr: { title: 'कलश', place: 'पुणे', description: 'तिच्या आजीने ठेवलेला, आणि तेव्हापासून न हलवलेला.' },
    hi: { title: 'कलश', place: 'पुणे', description: 'उसकी दादी ने रखा, और तब से वहीं है।' },
  },
  'Marigold, Morning': {
    mr: {
      title: 'झेंडूची सकाळ',
      place: 'अहिल्यानगर',
      description: 'साठ मीटर झेंडू, साऱ्या गल्लीने रात्रभर ओवलेला.',
    },
    hi: {
      title: 'गेंदे की सुबह',
      place: 'अहिल्यानगर',
      description: 'साठ मीटर गेंदा, पूरी गली ने रात भर पिरोया।',
    },
  },
  Promise: { mr: { title: 'वचन', place: 'नाशिक' }, hi: { title: 'वचन', place: 'नासिक' } },
  'Shubh Vivah': { mr: { title: 'शुभ विवाह', place: 'नाशिक' }, hi: { title: 'शुभ विवाह', place: 'नासिक' } },
  'Mandap at Dusk': {
    mr: { title: 'संध्याकाळचा मंडप', place: 'अहिल्यानगर', description: 'गोधूली, गुरुजींनी सांगितलेली वेळ.' },
    hi: { title: 'शाम का मंडप', place: 'अहिल्यानगर' },
  },
  'Last Light': {
    mr: {
      title: 'शेवटचा प्रकाश',
      place: 'हरिश्चंद्रगड',
      description: 'अकरा मिनिटांच्या उन्हासाठी दोन तासांची पायपीट. उतरताना कोणीही तक्रार केली नाही.',
    },
    hi: { title: 'आख़िरी रोशनी', place: 'हरिश्चंद्रगढ़' },
  },
  'First Rain': {
    mr: { title: 'पहिला पाऊस', place: 'पुणे' },
    hi: { title: 'पहली बारिश', place: 'पुणे' },
  },
  'Over the Sahyadris': { mr: { title: 'सह्याद्रीवरून', place: 'भंडारदरा' } },
  Waiting: { mr: { title: 'प्रतीक्षा' }, hi: { title: 'इंतज़ार' } },
  Jhumka: { mr: { title: 'झुमका', place: 'पुणे' }, hi: { title: 'झुमका', place: 'पुणे' } },
};

/** By the slug. The last sample story stays in English. */
export const SAMPLE_STORY_TRANSLATIONS: Readonly<Record<string, StoryTexts>> = {
  'two-days-in-ahilyanagar': {
    story: {
      mr: {
        title: 'अहिल्यानगरमधले दोन दिवस',
        client: 'अदिती आणि केदार',
        place: 'अहिल्यानगर',
        description: 'दोन दिवस एक गल्ली भरून टाकणारे लग्न: रात्रभर ओवलेले झेंडू, चारशे दिवे, आणि प्रकाशासाठी थांबलेला मुहूर्त.',
      },
      hi: {
        title: 'अहिल्यानगर के दो दिन',
        client: 'अदिति और केदार',
        place: 'अहिल्यानगर',
        description: 'दो दिन तक एक गली को भर देने वाली शादी: रात भर पिरोए गेंदे, चार सौ दीये, और रोशनी के लिए रुका मुहूर्त।',
      },
    },
    sections: [
      {
        mr: { title: 'सकाळ', text: 'सूर्याआधी गल्ली जागी होती. प्रत्येकाला एक गाठ बांधायची होती.' },
        hi: { title: 'सुबह', text: 'सूरज से पहले गली जाग गई थी। हर किसी को एक गाँठ बाँधनी थी।' },
      },
      {
        mr: { title: 'गोधूली', text: 'गुरुजींनी सांगितलेली वेळ: घरी परतणाऱ्या गाई, उजेडातली धूळ आणि पहिला दिवा.' },
        hi: { title: 'गोधूलि', text: 'पंडित जी की बताई घड़ी: घर लौटती गायें, रोशनी में धूल और पहला दीया।' },
      },
      { mr: { title: 'अंगठ्या' }, hi: { title: 'अँगूठियाँ' } },
    ],
  },
  'eleven-minutes-of-sun': {
    story: {
      mr: { title: 'अकरा मिनिटांचे ऊन', client: 'नेहा आणि ओंकार', place: 'भंडारदरा' },
      hi: { title: 'ग्यारह मिनट की धूप', client: 'नेहा और ओंकार' },
    },
    sections: [{ mr: { title: 'डोंगरावर', text: 'पायी दोन तास.' } }, { mr: { title: 'पुन्हा पुण्यात' } }],
  },
};
