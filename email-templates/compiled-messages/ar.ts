// Compiled from messages/ by `npm run messages`.
import type { Messages } from './types.ts';

const rules = new Intl.PluralRules('ar');
const number = new Intl.NumberFormat('ar');
const plural = (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }): string =>
  forms[rules.select(count)] ?? forms.other;

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
  },
  openAddress: "أو افتح هذا العنوان:",
  allAt: "تجد جميع شهاداتك على العنوان",
  invitation: {
    subject: ({ organisation }) => `دعوة إلى ${organisation}`,
    text: ({ organisation }) => `تلقّيت دعوة للعمل على شهادات ${organisation}. الدعوة صالحة لمدة 7 أيام.\n\nإذا كنت لا تعرف ${organisation}، فتجاهل هذه الرسالة.`,
    button: "قبول الدعوة",
  },
  passwordReset: {
    subject: "تعيين كلمة مرور جديدة",
    text: ({ host }) => `طلب أحدهم، وغالبًا أنت، كلمة مرور جديدة لحسابك على ${host}. يعمل الرابط مرة واحدة لمدة ساعة.\n\nإذا لم تطلبها، فتجاهل هذه الرسالة. تبقى كلمة مرورك كما هي.`,
    button: "تعيين كلمة مرور جديدة",
  },
  batch: {
    subject: ({ name }) => `انتهت دفعتك «${name}»`,
    unnamed: "انتهت دفعتك",
    issued: ({ count }) => plural(count, { zero: `لم تُصدر أي شهادة.`, one: `أُصدرت شهادة واحدة.`, two: `أُصدرت شهادتان.`, few: `أُصدرت ${number.format(count)} شهادات.`, many: `أُصدرت ${number.format(count)} شهادة.`, other: `أُصدرت ${number.format(count)} شهادة.` }),
    failed: ({ count }) => plural(count, { zero: `لم تفشل أي شهادة.`, one: `فشلت شهادة واحدة وأُعيد رصيدها. يمكنك إعادة محاولتها من الدفعة.`, two: `فشلت شهادتان وأُعيد رصيدهما. يمكنك إعادة محاولتهما من الدفعة.`, few: `فشلت ${number.format(count)} شهادات وأُعيدت أرصدتها. يمكنك إعادة محاولتها من الدفعة.`, many: `فشلت ${number.format(count)} شهادة وأُعيدت أرصدتها. يمكنك إعادة محاولتها من الدفعة.`, other: `فشلت ${number.format(count)} شهادة وأُعيدت أرصدتها. يمكنك إعادة محاولتها من الدفعة.` }),
    button: "فتح الدفعة",
  },
  digest: {
    subject: ({ count }) => plural(count, { zero: `لا شهادات تنتهي صلاحيتها قريبًا`, one: `شهادة واحدة تنتهي صلاحيتها قريبًا`, two: `شهادتان تنتهي صلاحيتهما قريبًا`, few: `${number.format(count)} شهادات تنتهي صلاحيتها قريبًا`, many: `${number.format(count)} شهادة تنتهي صلاحيتها قريبًا`, other: `${number.format(count)} شهادة تنتهي صلاحيتها قريبًا` }),
    orMore: ({ count }) => plural(count, { zero: `${number.format(count)} شهادة أو أكثر تنتهي صلاحيتها قريبًا`, one: `${number.format(count)} شهادة أو أكثر تنتهي صلاحيتها قريبًا`, two: `${number.format(count)} شهادة أو أكثر تنتهي صلاحيتها قريبًا`, few: `${number.format(count)} شهادات أو أكثر تنتهي صلاحيتها قريبًا`, many: `${number.format(count)} شهادة أو أكثر تنتهي صلاحيتها قريبًا`, other: `${number.format(count)} شهادة أو أكثر تنتهي صلاحيتها قريبًا` }),
    intro: ({ organisation }) => `تنتهي قريبًا صلاحية هذه الشهادات من ${organisation}:`,
    ofTemplate: ({ count, name }) => plural(count, { zero: `«${name}»: لا شهادات`, one: `«${name}»: شهادة واحدة`, two: `«${name}»: شهادتان`, few: `«${name}»: ${number.format(count)} شهادات`, many: `«${name}»: ${number.format(count)} شهادة`, other: `«${name}»: ${number.format(count)} شهادة` }),
    others: "وشهادات من قوالب أخرى",
    onlyUntil: ({ date }) => `هي صالحة حتى ${date}.`,
    firstUntil: ({ date }) => `أولها صالحة حتى ${date}.`,
    button: "فتح الشهادات",
  },
  mailbox: {
    subject: ({ address, organisation }) => `تأكيد ${address} لصالح ${organisation}`,
    then: "لن يُرسل أي شيء قبل تأكيدك. يفتح الرابط صفحة فيها زر، ويعمل لمدة 7 أيام.",
    ignore: ({ organisation }) => `إذا كنت لا تعرف ${organisation}، فتجاهل هذه الرسالة.`,
    button: "تأكيد العنوان",
    sender: ({ organisation, address }) => `تريد ${organisation} إرسال رسائل الشهادات من ${address}.`,
    copies: ({ organisation, address }) => `تريد ${organisation} إرسال نسخة من رسائل الشهادات إلى ${address}.`,
  },
  serverTest: {
    subject: "اختبار خادم بريدك",
    text: ({ host }) => `أرسل ${host} هذه الرسالة. يمكن إرسال شهاداتك بالطريقة نفسها.`,
    button: "فتح الإعدادات",
  },
  webhook: {
    subject: ({ name }) => `تم إيقاف webhook ‏«${name}»`,
    text: ({ name, organisation, host }) => `لم يصل أي شيء إلى webhook ‏«${name}» التابع لـ ${organisation} على ${host} منذ 5 أيام، ولذلك تم إيقافه.`,
    then: "عندما تعمل نقطة النهاية لديك من جديد، شغّل webhook من الإعدادات. يمكنك هناك أيضًا طلب إرسال الأحداث الفائتة.",
    button: "فتح webhooks",
  },
  pictureOf: ({ name }) => `شهادة ${name}`,
};
