export {
  ObjectTooLarge,
  type ByteRange,
  type BucketAccess,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
} from './object-store.js';
export { objectsFolder, objectsPlace, openObjects } from './open-objects.js';
