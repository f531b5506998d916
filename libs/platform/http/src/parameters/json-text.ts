import { MalformedJson } from '../refusals.js';

/** A JSON body as it came: parsing a long one takes time, which is spent only on those who may call. */
export class JsonText {
  constructor(private readonly text: string) {}

  /** @throws MalformedJson */
  parse(): unknown {
    try {
      return JSON.parse(this.text);
    } catch {
      throw MalformedJson();
    }
  }
}
