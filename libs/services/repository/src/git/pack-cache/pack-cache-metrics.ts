import { Counter, Gauge } from 'prom-client';

/** Metrics of the pack cache, in prom-client's default registry. */
export const packCacheMetrics = {
  requests: new Counter({
    name: 'hearth_git_pack_cache_requests_total',
    help: 'Fetches and lists of refs that the pack cache could answer, by whether it did (hit, miss)',
    labelNames: ['command', 'result'],
  }),
  served: new Counter({
    name: 'hearth_git_pack_cache_served_bytes_total',
    help: 'Bytes of the answers that the pack cache has sent to clients without a git of their own',
  }),
  bytes: new Gauge({
    name: 'hearth_git_pack_cache_bytes',
    help: 'Bytes of the pack cache on the disk',
  }),
};
