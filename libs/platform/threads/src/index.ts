export { ThreadFailed, ThreadPool, ThreadsBusy, type ThreadPoolOptions } from './thread-pool.js';
