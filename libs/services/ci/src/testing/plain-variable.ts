/** Fields of the record of a variable that was created from a key and a value only. */
export const PLAIN_RECORD = {
  variable_type: 'env_var',
  protected: false,
  masked: false,
  hidden: false,
  raw: false,
  environment_scope: '*',
  description: null,
};
