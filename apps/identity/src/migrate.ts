import { IdentityModule } from '@hearth/identity';
import { migrateServices } from '@hearth/service';

await migrateServices([IdentityModule]);
