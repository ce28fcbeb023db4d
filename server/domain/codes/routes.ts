import type { Route } from '#server/http/handler.ts';

export const codeRoutes: Route[] = [];
