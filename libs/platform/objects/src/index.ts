export {
  ObjectTooLarge,
  type ByteRange,
  type BucketAccess,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';
export { objectsPlace, openObjects } from './open-objects.js';
export { BucketsModule } from './buckets.module.js';
export { openPlace } from './open-place.js';
export { ObjectsModule } from './objects.module.js';
export { SystemObjects } from './system-objects.js';
