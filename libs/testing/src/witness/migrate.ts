import { migrateServices } from '@hearth/service';
import { witnessServices } from './services/all.js';

await migrateServices(Object.values(witnessServices), { logins: true });
