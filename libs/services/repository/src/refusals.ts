import { defineRefusal } from '@hearth/contract-kit';

export const TreeNotFound = defineRefusal('tree-not-found', 404, { message: '404 Tree Not Found' });
export const BlobNotFound = defineRefusal('blob-not-found', 404, { message: '404 Blob Not Found' });
/** Somebody else's change of the same repository takes too long. */
export const RepositoryBusy = defineRefusal(
  'repository-busy',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '1' },
);
