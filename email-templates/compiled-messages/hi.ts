// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

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
    subject: ({ templateName }) => `निरस्त: ${templateName}`,
    intro: ({ recipientName, reason }) => `नमस्ते ${recipientName},\n\nनीचे दिया गया प्रमाणपत्र निरस्त कर दिया गया है और अब मान्य नहीं है। कारण: ${reason}\n\nकोई प्रश्न हो तो जारीकर्ता से संपर्क करें।`,
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
      text: ({ host }) => `यह लिंक ${host} पर आपके सभी प्रमाणपत्र खोलता है। यह एक बार, 15 मिनट तक काम करता है। यदि आपने इसे नहीं माँगा, तो इस ई-मेल को अनदेखा करें।`,
      button: "मेरे प्रमाणपत्र खोलें",
    },
    add: {
      subject: "यह पता अपने प्रमाणपत्रों में जोड़ें",
      asked: ({ first, second }) => `${first} ने ${second} के प्रमाणपत्र अपने साथ दिखाने का अनुरोध किया है।`,
      then: "यदि वह आप थे, तो लिंक उसी ब्राउज़र में खोलें। इसके बाद दोनों पतों पर दोनों के प्रमाणपत्र दिखेंगे।",
      ignore: "लिंक एक बार, 15 मिनट तक काम करता है। यदि वह आप नहीं थे, तो इस ई-मेल को अनदेखा करें।",
      button: "यह पता जोड़ें",
    },
    openAddress: "या यह पता खोलें:",
  },
  allAt: "आपके सभी प्रमाणपत्र यहाँ हैं:",
  pictureOf: ({ name }) => `${name} का प्रमाणपत्र`,
};
