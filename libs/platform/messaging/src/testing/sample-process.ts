import { SampleApp, type Mode } from './sample-app.js';

// A child process for specs that kill it: `sample-process.js local|kafka`, with DATABASE_URL and the like in the environment.
await SampleApp.start(process.argv[2] as Mode);
process.send?.('started');
process.on('disconnect', () => process.exit(0));
