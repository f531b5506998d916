import { restoreFiles } from '@hearth/backup';
import { files } from './services.js';

process.exitCode = await restoreFiles(files, process.argv.slice(2));
