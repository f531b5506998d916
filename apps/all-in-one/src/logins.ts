import { createServiceLogins } from '@hearth/service';
import { services } from './services.js';

await createServiceLogins(services);
