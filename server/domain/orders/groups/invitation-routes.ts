import type { Route } from '#server/http/handler.ts';

/** The invitations of a group, by its leader. */
export const invitationRoutes: Route[] = [];
