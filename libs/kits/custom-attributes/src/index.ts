export { CustomAttributeFacts } from './custom-attribute.facts.js';
export { customAttributeProviders } from './custom-attribute-providers.js';
export { CustomAttributesController, customAttributesController } from './custom-attributes.controller.js';
export { CustomAttributesStore, type AttributeTables } from './custom-attributes.store.js';
export { DeleteCustomAttribute } from './delete.js';
export { SetCustomAttribute } from './set.js';
