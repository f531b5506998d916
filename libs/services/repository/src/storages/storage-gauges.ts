import { Gauge } from 'prom-client';

const labelNames = ['storage'];

/** Metrics of the disks of storages, in prom-client's default registry. */
export const storageGauges = {
  size: new Gauge({
    name: 'hearth_storage_size_bytes',
    help: 'Size of the file system that the storage is on',
    labelNames,
  }),
  free: new Gauge({
    name: 'hearth_storage_free_bytes',
    help: 'Bytes that are free on the file system of the storage',
    labelNames,
  }),
};
