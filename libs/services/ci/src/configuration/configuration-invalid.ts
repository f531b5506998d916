/** The configuration is invalid; the message gives the reason, in the API's words. */
export class ConfigurationInvalid extends Error {
  override readonly name = 'ConfigurationInvalid';
}

/** Error of an entry: `place` names it, as in `jobs:rspec:cache`. Such texts are in lower case, names included. */
export function invalid(place: string, failure: string): ConfigurationInvalid {
  return new ConfigurationInvalid(`${place} ${failure}`.toLowerCase());
}
