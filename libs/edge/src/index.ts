export { EdgeModule } from './edge.module.js';
export { mergeDocuments, type OpenApi } from './explorer/api-document.js';
export { mergeRoutes, type Conflict } from './routes/claims.js';
export { SshServer } from './ssh/ssh-server.js';
