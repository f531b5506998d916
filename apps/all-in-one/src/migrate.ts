import { migrateServices } from '@hearth/service';
import { services } from './services.js';

await migrateServices(services, { logins: true });
