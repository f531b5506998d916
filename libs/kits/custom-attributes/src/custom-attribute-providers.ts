import type { Provider } from '@nestjs/common';
import { CustomAttributeFacts } from './custom-attribute.facts.js';
import { CustomAttributesStore, type AttributeTables } from './custom-attributes.store.js';
import { DeleteCustomAttribute } from './delete.js';
import { SetCustomAttribute } from './set.js';

/** Lists the providers that the controllers of a service's custom attributes need. */
export function customAttributeProviders(tables: AttributeTables): Provider[] {
  return [
    { provide: CustomAttributesStore, useFactory: () => new CustomAttributesStore(tables) },
    CustomAttributeFacts,
    SetCustomAttribute,
    DeleteCustomAttribute,
  ];
}
