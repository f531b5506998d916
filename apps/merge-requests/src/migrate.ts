import { MergeRequestsModule } from '@hearth/merge-requests';
import { migrateServices } from '@hearth/service';

await migrateServices([MergeRequestsModule]);
