import type { Route } from '#server/http/handler.ts';

/** Groups as the organiser makes, lists, changes and ends them. */
export const organiserGroupRoutes: Route[] = [];
