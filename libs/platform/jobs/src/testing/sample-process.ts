import { SampleApp } from './sample-app.js';

// Run as a child process by specs that kill it, with DATABASE_URL in the environment.
const app = await SampleApp.open();
await app.work();
process.send?.('started');
process.on('disconnect', () => process.exit(0));
