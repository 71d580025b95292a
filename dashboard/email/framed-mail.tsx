import { t } from '@lingui/core/macro';
import { Box } from '@mantine/core';
import { htmlForFrame, pageNonce } from './mail-frame.ts';

/** Shows the HTML of an e-mail in a frame without scripts and links. */
export function FramedMail({ html }: { html: string }) {
  return (
    <Box
      component="iframe"
      sandbox=""
      srcDoc={htmlForFrame(html, pageNonce())}
      title={t`Preview of the e-mail`}
      w="100%"
      h={620}
      bd={0}
      display="block"
    />
  );
}
