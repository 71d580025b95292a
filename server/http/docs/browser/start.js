import { accessible } from './accessible.js';
import { codeSamples } from './code-samples.js';
import { followColorScheme } from './color-scheme.js';

followColorScheme();
window.ui = SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  syntaxHighlight: { theme: 'monokai' },
  plugins: [accessible, codeSamples],
});
