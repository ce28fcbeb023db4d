/** The create screen as the sign-up leads back to it: it publishes the draft that this browser holds. */
export const publishPath = '/create-event?then=publish';
