// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

export const messages: Messages = {
  subject: ({ templateName }) => `شهادتك: ${templateName}`,
  intro: ({ recipientName }) => `مرحبًا ${recipientName}،\n\nشهادتك جاهزة، وملف PDF مرفق. يمكنك من صفحتها مشاركتها أو إضافتها إلى ملفك في LinkedIn.`,
  number: ({ number }) => `الرقم: ${number}`,
  untitled: "شهادة",
  button: "عرض شهادتك",
  genuineAt: "يمكن لأي شخص التحقق منها على العنوان",
  reminder: {
    subject: ({ templateName, date }) => `${templateName}: صالحة حتى ${date}`,
    several: "عدد من شهاداتك ستنتهي صلاحيته قريبًا",
    intro: ({ recipientName }) => `مرحبًا ${recipientName}،\n\nتنتهي قريبًا الصلاحية المبينة أدناه. إذا أردت تجديدها، فتواصل مع جهة الإصدار.`,
    until: ({ date }) => `صالحة حتى ${date}`,
    button: "عرض الشهادة",
    stop: "إيقاف رسائل التذكير",
  },
  revocation: {
    subject: ({ templateName }) => `أُلغيت: ${templateName}`,
    intro: ({ recipientName, reason }) => `مرحبًا ${recipientName}،\n\nأُلغيت الشهادة المبيّنة أدناه ولم تعد صالحة. السبب: ${reason}\n\nإذا كان لديك سؤال، فتواصل مع الجهة المصدرة.`,
  },
  answer: {
    corrected: ({ templateName }) => `صُحّحت: ${templateName}`,
    correctedIntro: ({ recipientName }) => `مرحبًا ${recipientName}،\n\nصحّحت الجهة المصدرة الشهادة المبيّنة أدناه كما طلبت. الروابط ورموز QR التي شاركتها سابقًا تؤدي إليها.`,
    declined: ({ templateName }) => `طلبك للتصحيح: ${templateName}`,
    declinedIntro: ({ recipientName }) => `مرحبًا ${recipientName}،\n\nرفضت الجهة المصدرة طلبك لتصحيح الشهادة المبيّنة أدناه.`,
    message: ({ answer }) => `رسالة من الجهة المصدرة: ${answer}`,
  },
  myLink: {
    enter: {
      subject: "رابطك إلى شهاداتك",
      text: ({ host }) => `يفتح هذا الرابط جميع شهاداتك على ${host}. يعمل مرة واحدة لمدة 15 دقيقة. إذا لم تطلبه، فتجاهل هذه الرسالة.`,
      button: "افتح شهاداتي",
    },
    add: {
      subject: "أضف هذا العنوان إلى شهاداتك",
      asked: ({ first, second }) => `طلب ${first} عرض شهادات ${second} مع شهاداته.`,
      then: "إذا كنت أنت من طلب ذلك، فافتح الرابط في المتصفح نفسه. بعد ذلك يعرض كلا العنوانين شهادات العنوانين معًا.",
      ignore: "يعمل الرابط مرة واحدة لمدة 15 دقيقة. إذا لم تطلبه، فتجاهل هذه الرسالة.",
      button: "أضف هذا العنوان",
    },
    openAddress: "أو افتح هذا العنوان:",
  },
  allAt: "تجد جميع شهاداتك على العنوان",
  pictureOf: ({ name }) => `شهادة ${name}`,
};
