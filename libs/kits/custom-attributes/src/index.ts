export { attributeFailures, type AttributeFailures, type CustomAttribute } from './custom-attribute.rules.js';
export { CustomAttributeView, presentCustomAttribute } from './custom-attribute.view.js';
export { CustomAttributeInvalid } from './refusals.js';
