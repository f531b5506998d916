import { startService } from '@hearth/service';
import { AppModule } from './app.module.js';

await startService({ name: 'all-in-one', module: AppModule });
