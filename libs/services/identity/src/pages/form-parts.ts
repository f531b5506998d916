/** The field without which the frame refuses a form. */
export const csrf = '<input type="hidden" name="authenticity_token" value="<%= it.csrfToken %>">';
