import { ProjectsModule } from '@hearth/projects';
import { migrateServices } from '@hearth/service';

await migrateServices([ProjectsModule]);
