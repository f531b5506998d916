export { MergeRequestsModule } from './merge-requests.module.js';
