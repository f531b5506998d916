export { readConfig, type ServiceConfig } from './config.js';
export { createApp, type AppOptions } from './create-app.js';
export { HealthCheck } from './health-check.js';
export { KeysModule } from './keys.module.js';
export { makeLogger } from './logger.js';
export { startService, type ServiceOptions } from './start-service.js';
export { rotateServices } from './rotate-services.js';
export { migrateServices, type ServiceModule } from './migrate-services.js';
