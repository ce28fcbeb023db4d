import type { Route } from '#server/http/handler.ts';

/** What organisers set up and see of selling at the door. */
export const organiserRoutes: Route[] = [];
