/** The first reply templates. Staff change them in the portal. */
export const REPLY_TEMPLATES = [
  {
    name: 'First reply',
    en: 'Hello {name}, thank you for writing to us. We would love to photograph your event on {date}. When is a good time for a short call?',
    mr: 'नमस्कार {name}, आम्हाला लिहिल्याबद्दल धन्यवाद. {date} रोजी तुमच्या कार्यक्रमाचे छायाचित्रण करायला आम्हाला आवडेल. थोडा वेळ बोलण्यासाठी कोणती वेळ सोयीची आहे?',
    hi: 'नमस्ते {name}, हमें लिखने के लिए धन्यवाद. {date} को आपके कार्यक्रम की फ़ोटोग्राफ़ी करके हमें ख़ुशी होगी. थोड़ी देर बात करने के लिए कौन सा समय ठीक रहेगा?',
  },
  {
    name: 'Package details',
    en: 'Hello {name}, for {date} we suggest our package {package}. Shall we send you all the details?',
    mr: 'नमस्कार {name}, {date} साठी आम्ही {package} हे पॅकेज सुचवतो. सर्व माहिती पाठवू का?',
    hi: 'नमस्ते {name}, {date} के लिए हम {package} पैकेज का सुझाव देते हैं. क्या हम पूरी जानकारी भेजें?',
  },
  {
    name: 'Follow-up',
    en: 'Hello {name}, do you have any questions about {package}? Your date, {date}, is not reserved yet.',
    mr: 'नमस्कार {name}, {package} बद्दल काही प्रश्न आहेत का? तुमची तारीख, {date}, अजून राखून ठेवलेली नाही.',
    hi: 'नमस्ते {name}, क्या {package} के बारे में कोई सवाल है? आपकी तारीख़, {date}, अभी आरक्षित नहीं है.',
  },
];
