export { ConfigurationError, readConfig, type ServiceConfig } from './config.js';
export { startService, type ServiceOptions } from './start-service.js';
export { migrateServices, type ServiceModule } from './migrate-services.js';
