import { CiModule } from '@hearth/ci';
import { migrateServices } from '@hearth/service';

await migrateServices([CiModule]);
