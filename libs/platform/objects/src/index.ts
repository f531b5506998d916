export { FolderObjects } from './folder-objects.js';
export { ObjectTooLarge, type ByteRange, type ObjectStore, type StoredObject } from './object-store.js';
