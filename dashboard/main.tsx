import '@fontsource/inter/400.css';
import '@fontsource/inter/600.css';
import '@fontsource/lora/600.css';
import './lib/base.css';
import './shell/app.css';
import { DirectionProvider, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { IS_RIGHT_TO_LEFT } from './language/language.ts';
import { SessionApi } from './lib/api.tsx';
import { cssVariablesResolver, theme } from './lib/theme.ts';
import { router } from './shell/router.tsx';

/** Returns the nonce with which the Content-Security-Policy allows styles created in the browser. */
const styleNonce = () => document.querySelector<HTMLMetaElement>('meta[name=style-nonce]')?.nonce ?? '';

// Dialogs lock the page's scrolling with a generated style. Their library reads the nonce from here.
Object.assign(globalThis, { __webpack_nonce__: styleNonce() });

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <DirectionProvider initialDirection={IS_RIGHT_TO_LEFT ? 'rtl' : 'ltr'}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariablesResolver}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <Notifications position="top-right" />
        <SessionApi>
          <RouterProvider router={router} />
        </SessionApi>
      </MantineProvider>
    </DirectionProvider>
  </StrictMode>,
);
