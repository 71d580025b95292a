import type { Language } from './texts.ts';

/** Texts of the page for choosing a file, in one language. */
export interface StartWords {
  title: string;
  intro: string;
  file: string;
  busy: string;
  /** Link to the certificate's page. */
  page: string;
  typed: string;
  search: string;
  /** Message for input that is neither an id nor a hash. */
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
  pt: {
    title: 'Verificar um certificado',
    intro: 'Saiba quem emitiu um certificado, se algo nele foi alterado e se foi revogado.',
    file: 'Escolha o PDF ou PNG, ou largue-o em qualquer parte desta página. É verificado no seu navegador e não é enviado.',
    busy: 'A verificar…',
    page: 'A página deste certificado',
    typed: 'Ou introduza o ID do certificado, ou o código de verificação de 64 dígitos.',
    search: 'Procurar',
    neither: 'Isto não é um ID nem um código de verificação. Verifique se está completo.',
    trust:
      'Esta página confia nas chaves publicadas por este servidor. Se duvida do servidor, use o comando laurel-verify com chaves que tenha guardado.',
  },
  it: {
    title: 'Verifica un certificato',
    intro: 'Scopri chi ha rilasciato un certificato, se è stato modificato e se è stato revocato.',
    file: 'Scegli il PDF o il PNG, o trascinalo in un punto qualsiasi della pagina. Viene controllato nel tuo browser e non viene caricato.',
    busy: 'Verifica in corso…',
    page: 'La pagina di questo certificato',
    typed: 'Oppure inserisci l’ID del certificato o il codice di verifica di 64 cifre.',
    search: 'Cerca',
    neither: 'Non è né un ID né un codice di verifica. Controlla che sia completo.',
    trust:
      'Questa pagina si fida delle chiavi pubblicate da questo server. Se non ti fidi del server, usa il comando laurel-verify con chiavi che hai conservato.',
  },
  ja: {
    title: '証明書を検証する',
    intro: '証明書の発行者、改変の有無、取り消しの有無を確認できます。',
    file: 'PDFまたはPNGを選択するか、このページにドロップしてください。ブラウザー内で検証され、送信されません。',
    busy: '検証しています…',
    page: 'この証明書のページ',
    typed: 'または、証明書のIDか64桁の検証コードを入力してください。',
    search: '検索',
    neither: 'IDでも検証コードでもありません。入力が正しいか確認してください。',
    trust:
      'このページは、このサーバーが公開している鍵を信頼します。サーバーを信頼できない場合は、保管している鍵で laurel-verify コマンドを使用してください。',
  },
  zh: {
    title: '验证证书',
    intro: '了解证书由谁颁发、内容是否被更改、是否已被撤销。',
    file: '选择 PDF 或 PNG，或将其拖放到此页面的任意位置。验证在您的浏览器中进行，文件不会上传。',
    busy: '正在验证…',
    page: '此证书的页面',
    typed: '或输入证书 ID 或 64 位验证码。',
    search: '查找',
    neither: '这既不是 ID 也不是验证码。请检查是否完整。',
    trust: '此页面信任此服务器公布的密钥。如果您不信任服务器，请使用 laurel-verify 命令和您自己保存的密钥。',
  },
  hi: {
    title: 'प्रमाणपत्र सत्यापित करें',
    intro: 'जानें कि प्रमाणपत्र किसने जारी किया, क्या उसमें कुछ बदला गया और क्या उसे रद्द किया गया है।',
    file: 'PDF या PNG चुनें, या उसे इस पेज पर कहीं भी छोड़ें। जाँच आपके ब्राउज़र में होती है और फ़ाइल अपलोड नहीं होती।',
    busy: 'जाँच हो रही है…',
    page: 'इस प्रमाणपत्र का पेज',
    typed: 'या प्रमाणपत्र की ID या 64 अंकों का सत्यापन कोड लिखें।',
    search: 'खोजें',
    neither: 'यह न तो ID है और न ही सत्यापन कोड। जाँचें कि यह पूरा है।',
    trust:
      'यह पेज इस सर्वर द्वारा प्रकाशित कुंजियों पर भरोसा करता है। यदि आपको सर्वर पर संदेह है, तो अपनी सहेजी हुई कुंजियों के साथ laurel-verify कमांड का उपयोग करें।',
  },
};
