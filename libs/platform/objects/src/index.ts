export { ObjectTooLarge, type ByteRange, type ObjectStore, type StoredObject } from './object-store.js';
export { objectsFolder, objectsPlace, openObjects, type BucketAccess } from './open-objects.js';
