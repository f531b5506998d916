import { deadLettersOfServices } from '@hearth/service';
import { services } from './services.js';

process.exitCode = await deadLettersOfServices(services, process.argv.slice(2));
