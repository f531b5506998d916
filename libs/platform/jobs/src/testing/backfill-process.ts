import { startBackfillService } from './backfill-app.js';

// A child process for the spec of backfills, with the row in whose batch it kills itself as the argument.
await startBackfillService(Number(process.argv[2]));
process.on('disconnect', () => process.exit(0));
