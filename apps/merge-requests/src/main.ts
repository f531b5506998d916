import { startService } from '@hearth/service';
import { AppModule } from './app.module.js';

await startService({ name: 'merge-requests', module: AppModule });
