import { diploma } from './certificate.js';
import { client, templateId } from './settings.js';

// Keep the id where you keep settings: with it the next publication is a new version of the same template.
const { id, version } = await diploma.publish(client, templateId ? { id: templateId } : {});
console.log(JSON.stringify({ id, version }));
