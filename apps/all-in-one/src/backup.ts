import { backupServices } from '@hearth/backup';
import { files, services } from './services.js';

process.exitCode = await backupServices(services, files, process.argv.slice(2));
