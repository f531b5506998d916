export { AssetsController } from './assets/assets.controller.js';
export { confirmed } from './forms/confirmation.js';
export { attempt, formFailures, type FormFailure } from './forms/form-failures.js';
export { parseKeptForm, presentKeptForm, type KeptForm } from './forms/kept-form.js';
export { defineNotices } from './forms/notices.js';
export { PRIVATE_KEY_SENT, isPrivateKey } from './forms/private-key.rules.js';
export { FIRST_PAGE, pageLinks, pageOf, type PageLinks } from './page-links.js';
export { PagesModule } from './pages.module.js';
export { TemplateRenderer } from './template-renderer.js';
