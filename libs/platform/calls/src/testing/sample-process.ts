import { SampleOwner } from './sample-owner.js';

// A child process for specs that stop and kill it: `sample-process.js <port>`, with public keys in SAMPLE_VERIFY_KEYS.
const owner = await SampleOwner.start(process.env['SAMPLE_VERIFY_KEYS']!, Number(process.argv[2]));
process.send?.('started');
process.on('SIGTERM', () => void owner.drain().then(() => process.exit(0)));
process.on('disconnect', () => process.exit(0));
