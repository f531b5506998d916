import { Counter } from 'prom-client';

/** Metrics of bundles, in prom-client's default registry. */
export const bundleMetrics = {
  made: new Counter({ name: 'hearth_git_bundles_made_total', help: 'Bundles that were put into the store of objects' }),
  offered: new Counter({
    name: 'hearth_git_bundles_offered_total',
    help: 'Clones that were given the address of a bundle',
  }),
  downloads: new Counter({
    name: 'hearth_git_bundle_downloads_total',
    help: 'Downloads of bundles that were begun, each by a clone',
  }),
};
