export { CiModule } from './ci.module.js';
