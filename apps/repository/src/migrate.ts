import { RepositoryModule } from '@hearth/repository';
import { migrateServices } from '@hearth/service';

await migrateServices([RepositoryModule]);
