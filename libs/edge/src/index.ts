export { EdgeModule } from './edge.module.js';
