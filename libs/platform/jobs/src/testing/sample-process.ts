import { SampleApp, type SampleOptions } from './sample-app.js';

// A child process for specs that kill it, with DATABASE_URL in the environment and options as the argument.
const app = await SampleApp.open(JSON.parse(process.argv[2] ?? '{}') as SampleOptions);
await app.work();
process.send?.('started');
process.on('disconnect', () => process.exit(0));
