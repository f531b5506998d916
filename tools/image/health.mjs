// The health check of an image: status 0 while the process in it is ready.
import { ask } from './ask.mjs';

const { status } = await ask({ path: '/health/ready' });
process.exitCode = status === 200 ? 0 : 1;
