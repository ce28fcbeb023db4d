import type { Route } from '#server/http/handler.ts';

/** Calls of devices that sell at the door. */
export const sellingRoutes: Route[] = [];
