/** Returns a ref or the path of a file as a part of an address: its slashes stay. */
export function encodedPath(name: string): string {
  return name.split('/').map(encodeURIComponent).join('/');
}
