import { restoreDatabase } from '@hearth/backup';
import { files, services } from './services.js';

process.exitCode = await restoreDatabase(services, files, process.argv.slice(2));
