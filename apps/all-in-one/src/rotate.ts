import { rotateServices } from '@hearth/service';
import { services } from './services.js';

await rotateServices(services);
