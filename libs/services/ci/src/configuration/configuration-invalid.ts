/** A configuration cannot be used; the message says why, in the API's words. */
export class ConfigurationInvalid extends Error {
  override readonly name = 'ConfigurationInvalid';
}

/** The same for what an entry is: `place` names it, as in `jobs:rspec:cache`. Such texts are in lower case, whatever the names in them. */
export function invalid(place: string, failure: string): ConfigurationInvalid {
  return new ConfigurationInvalid(`${place} ${failure}`.toLowerCase());
}
