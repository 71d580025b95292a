// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('hi');
const number = new Intl.NumberFormat('hi');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

export const messages: Messages = {
  subject: ({ templateName }) => `आपका प्रमाणपत्र: ${templateName}`,
  intro: ({ recipientName }) => `नमस्ते ${recipientName},\n\nआपका प्रमाणपत्र तैयार है। PDF संलग्न है। इसके पेज से आप इसे साझा कर सकते हैं या अपनी LinkedIn प्रोफ़ाइल में जोड़ सकते हैं।`,
  number: ({ number }) => `क्रमांक: ${number}`,
  untitled: "प्रमाणपत्र",
  button: "प्रमाणपत्र देखें",
  genuineAt: "कोई भी इसे यहाँ सत्यापित कर सकता है:",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: ${date} तक मान्य`,
    several: "आपके कई प्रमाणपत्रों की वैधता जल्द समाप्त होगी",
    intro: ({ recipientName }) => `नमस्ते ${recipientName},\n\nनीचे दी गई वैधता जल्द समाप्त होने वाली है। इसे नवीनीकृत कराने के लिए जारीकर्ता से संपर्क करें।`,
    until: ({ date }) => `${date} तक मान्य`,
    button: "प्रमाणपत्र देखें",
    stop: "ये अनुस्मारक बंद करें",
  },
  revocation: {
    subject: ({ templateName }) => `रद्द: ${templateName}`,
    intro: ({ recipientName, reason }) => `नमस्ते ${recipientName},\n\nनीचे दिया गया प्रमाणपत्र रद्द कर दिया गया है और अब मान्य नहीं है। कारण: ${reason}\n\nकोई प्रश्न हो तो जारीकर्ता से संपर्क करें।`,
  },
  answer: {
    corrected: ({ templateName }) => `सुधारा गया: ${templateName}`,
    correctedIntro: ({ recipientName }) => `नमस्ते ${recipientName},\n\nजारीकर्ता ने आपके अनुरोध के अनुसार नीचे दिया गया प्रमाणपत्र सुधार दिया है। पहले साझा किए गए लिंक और QR कोड इसी पर ले जाते हैं।`,
    declined: ({ templateName }) => `सुधार का आपका अनुरोध: ${templateName}`,
    declinedIntro: ({ recipientName }) => `नमस्ते ${recipientName},\n\nजारीकर्ता ने नीचे दिए गए प्रमाणपत्र को सुधारने का आपका अनुरोध अस्वीकार कर दिया है।`,
    message: ({ answer }) => `जारीकर्ता का संदेश: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "आपके प्रमाणपत्रों का लिंक",
      text: ({ host }) => `यह लिंक ${host} पर आपके सभी प्रमाणपत्र खोलता है। यह एक बार, 15 मिनट तक काम करता है। यदि आपने इसे नहीं माँगा, तो इस ईमेल को अनदेखा करें।`,
      button: "मेरे प्रमाणपत्र खोलें",
    },
    add: {
      subject: "यह पता अपने प्रमाणपत्रों में जोड़ें",
      asked: ({ first, second }) => `${first} ने ${second} के प्रमाणपत्र अपने साथ दिखाने का अनुरोध किया है।`,
      then: "यदि वह आप थे, तो लिंक उसी ब्राउज़र में खोलें। इसके बाद दोनों पतों पर दोनों के प्रमाणपत्र दिखेंगे।",
      ignore: "लिंक एक बार, 15 मिनट तक काम करता है। यदि वह आप नहीं थे, तो इस ईमेल को अनदेखा करें।",
      button: "यह पता जोड़ें",
    },
  },
  openAddress: "या यह पता खोलें:",
  allAt: "आपके सभी प्रमाणपत्र यहाँ हैं:",
  invitation: {
    subject: ({ organisation }) => `${organisation} में शामिल होने का निमंत्रण`,
    text: ({ organisation }) => `आपको ${organisation} के प्रमाणपत्रों पर काम करने के लिए आमंत्रित किया गया है। निमंत्रण 7 दिन तक मान्य है।\n\nयदि आप ${organisation} को नहीं जानते, तो इस ईमेल को अनदेखा करें।`,
    button: "निमंत्रण स्वीकार करें",
  },
  passwordReset: {
    subject: "नया पासवर्ड रखें",
    text: ({ host }) => `${host} पर आपके खाते के लिए किसी ने, संभवतः आपने, नया पासवर्ड माँगा है। लिंक एक बार, एक घंटे तक काम करता है।\n\nयदि वह आप नहीं थे, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड वही रहेगा।`,
    button: "नया पासवर्ड रखें",
  },
  batch: {
    subject: ({ name }) => `आपका बैच “${name}” पूरा हुआ`,
    unnamed: "आपका बैच पूरा हुआ",
    issued: ({ count }) => plural(count, { one: `${number.format(count)} प्रमाणपत्र जारी किया गया।`, other: `${number.format(count)} प्रमाणपत्र जारी किए गए।` }),
    failed: ({ count }) => plural(count, { one: `${number.format(count)} प्रमाणपत्र असफल रहा और उसका क्रेडिट लौटा दिया गया। आप बैच से उसे फिर आज़मा सकते हैं।`, other: `${number.format(count)} प्रमाणपत्र असफल रहे और उनके क्रेडिट लौटा दिए गए। आप बैच से उन्हें फिर आज़मा सकते हैं।` }),
    button: "बैच खोलें",
  },
  digest: {
    subject: ({ count }) => plural(count, { one: `एक प्रमाणपत्र जल्द समाप्त होगा`, other: `${number.format(count)} प्रमाणपत्र जल्द समाप्त होंगे` }),
    orMore: ({ count }) => plural(count, { one: `${number.format(count)} या अधिक प्रमाणपत्र जल्द समाप्त होंगे`, other: `${number.format(count)} या अधिक प्रमाणपत्र जल्द समाप्त होंगे` }),
    intro: ({ organisation }) => `${organisation} के ये प्रमाणपत्र जल्द समाप्त होंगे:`,
    ofTemplate: ({ count, name }) => plural(count, { one: `“${name}”: ${number.format(count)} प्रमाणपत्र`, other: `“${name}”: ${number.format(count)} प्रमाणपत्र` }),
    others: "और अन्य टेम्पलेट के प्रमाणपत्र",
    onlyUntil: ({ date }) => `यह ${date} तक मान्य है।`,
    firstUntil: ({ date }) => `पहला ${date} तक मान्य है।`,
    button: "प्रमाणपत्र खोलें",
  },
  mailbox: {
    subject: ({ organisation, address }) => `${organisation} के लिए ${address} की पुष्टि करें`,
    then: "आपकी पुष्टि से पहले कुछ नहीं भेजा जाता। लिंक एक बटन वाला पेज खोलता है और 7 दिन तक काम करता है।",
    ignore: ({ organisation }) => `यदि आप ${organisation} को नहीं जानते, तो इस ईमेल को अनदेखा करें।`,
    button: "पते की पुष्टि करें",
    sender: ({ organisation, address }) => `${organisation} अपने प्रमाणपत्र ईमेल ${address} से भेजना चाहता है।`,
    copies: ({ organisation, address }) => `${organisation} अपने प्रमाणपत्र ईमेल की एक प्रति ${address} पर भेजना चाहता है।`,
  },
  serverTest: {
    subject: "आपके मेल सर्वर का परीक्षण",
    text: ({ host }) => `यह ईमेल ${host} ने भेजा है। आपके प्रमाणपत्र भी इसी तरह भेजे जा सकते हैं।`,
    button: "सेटिंग खोलें",
  },
  webhook: {
    subject: ({ name }) => `webhook “${name}” बंद है`,
    text: ({ organisation, name, host }) => `${organisation} के webhook “${name}” (${host}) तक 5 दिनों से कुछ नहीं पहुँचा। अब यह बंद है।`,
    then: "आपका एंडपॉइंट फिर से काम करने लगे, तो सेटिंग में webhook चालू करें। वहीं से छूटे हुए इवेंट भी भेजे जा सकते हैं।",
    button: "webhook खोलें",
  },
  pictureOf: ({ name }) => `${name} का प्रमाणपत्र`,
};
