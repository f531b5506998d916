/** Thrown by a handler of a call, an endpoint or a job when another process owns the storage: the work belongs to the owner of `storage`. */
export class WrongStorage extends Error {
  override readonly name = 'WrongStorage';

  constructor(readonly storage: string) {
    super(`The repository lives on ${storage}`);
  }
}
