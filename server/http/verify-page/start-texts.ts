import type { Language } from './texts.ts';

/** What the page says where a file is chosen, in a language. */
export interface StartWords {
  title: string;
  intro: string;
  file: string;
  busy: string;
  /** The link to the certificate's page. */
  page: string;
  typed: string;
  search: string;
  /** Of something typed that is neither id nor hash. */
  neither: string;
  trust: string;
}

export const START_WORDS: Record<Language, StartWords> = {
  en: {
    title: 'Verify a certificate',
    intro: 'Find out who issued a certificate, whether anything in it was changed, and whether it has been revoked.',
    file: 'Choose the PDF or PNG, or drop it anywhere on this page. It is checked in your browser and not uploaded.',
    busy: 'Checking …',
    page: 'The page of this certificate',
    typed: "Or type the certificate's id, or its verification hash of 64 digits.",
    search: 'Find',
    neither: 'This is neither an id nor a hash. Check that it is complete.',
    trust:
      'This page trusts the keys that this server publishes. If you doubt the server, use the command laurel-verify with keys that you have kept.',
  },
  fr: {
    title: 'Vérifier un certificat',
    intro: 'Sachez qui a délivré un certificat, si quelque chose y a été modifié et s’il a été révoqué.',
    file: 'Choisissez le PDF ou le PNG, ou déposez-le n’importe où sur cette page. Il est vérifié dans votre navigateur et n’est pas envoyé.',
    busy: 'Vérification en cours…',
    page: 'La page de ce certificat',
    typed: 'Ou saisissez l’identifiant du certificat, ou son empreinte de vérification de 64 chiffres.',
    search: 'Chercher',
    neither: 'Ce n’est ni un identifiant ni une empreinte. Vérifiez que la saisie est complète.',
    trust:
      'Cette page se fie aux clés publiées par ce serveur. Si vous doutez du serveur, utilisez la commande laurel-verify avec des clés que vous avez conservées.',
  },
  de: {
    title: 'Ein Zertifikat prüfen',
    intro: 'Erfahren Sie, wer ein Zertifikat ausgestellt hat, ob etwas daran geändert und ob es widerrufen wurde.',
    file: 'Wählen Sie das PDF oder PNG aus, oder ziehen Sie es auf diese Seite. Es wird in Ihrem Browser geprüft und nicht hochgeladen.',
    busy: 'Wird geprüft …',
    page: 'Die Seite dieses Zertifikats',
    typed: 'Oder geben Sie die Nummer (ID) des Zertifikats oder seine Prüfsumme mit 64 Stellen ein.',
    search: 'Suchen',
    neither: 'Das ist weder eine Nummer noch eine Prüfsumme. Prüfen Sie, ob die Eingabe vollständig ist.',
    trust:
      'Diese Seite vertraut den Schlüsseln, die dieser Server veröffentlicht. Wer dem Server nicht traut, nimmt den Befehl laurel-verify mit selbst aufbewahrten Schlüsseln.',
  },
  es: {
    title: 'Verificar un certificado',
    intro: 'Sepa quién emitió un certificado, si se cambió algo en él y si ha sido revocado.',
    file: 'Elija el PDF o el PNG, o suéltelo en cualquier parte de esta página. Se comprueba en su navegador y no se sube.',
    busy: 'Comprobando…',
    page: 'La página de este certificado',
    typed: 'O escriba el identificador del certificado, o su huella de verificación de 64 dígitos.',
    search: 'Buscar',
    neither: 'Esto no es ni un identificador ni una huella. Compruebe que está completo.',
    trust:
      'Esta página se fía de las claves que publica este servidor. Si duda del servidor, use la orden laurel-verify con claves que usted haya conservado.',
  },
  ar: {
    title: 'التحقق من شهادة',
    intro: 'اعرف من أصدر الشهادة، وهل تغيّر شيء فيها، وهل أُلغيت.',
    file: 'اختر ملف PDF أو PNG، أو أفلته في أي مكان من هذه الصفحة. يجري التحقق منه في متصفحك ولا يُرفع.',
    busy: 'جارٍ التحقق…',
    page: 'صفحة هذه الشهادة',
    typed: 'أو اكتب معرّف الشهادة، أو بصمة التحقق المؤلفة من 64 رقمًا.',
    search: 'بحث',
    neither: 'هذا ليس معرّفًا ولا بصمة. تحقق من اكتماله.',
    trust:
      'تثق هذه الصفحة بالمفاتيح التي ينشرها هذا الخادم. إن كنت تشك في الخادم فاستخدم الأمر laurel-verify مع مفاتيح احتفظت بها.',
  },
};
