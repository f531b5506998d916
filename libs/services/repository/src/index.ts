export { RepositoryModule } from './repository.module.js';
